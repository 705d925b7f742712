import Ground
package import JobQueue

/// Sums of money in words.
package enum MoneyWords {
    /// A sum in US dollars: two digits after the point, or three if a cent is too coarse.
    ///
    /// - Parameter microUSD: Millionths of a US dollar.
    package static func dollars(_ microUSD: Int) -> String {
        let microUSD = microUSD.clamped(to: Int.money)
        if (1..<500).contains(microUSD) { return "under $0.001" }
        let isWholeCents = microUSD % 10_000 == 0
        let unit = isWholeCents ? 10_000 : 1000
        let digits = isWholeCents ? 2 : 3
        let rounded = (microUSD + unit / 2) / unit
        let scale = isWholeCents ? 100 : 1000
        let fraction = String(rounded % scale)
        return
            "$\(rounded / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }

    /// The price of one charge, as far as it is known: `$0.039`, `about $0.039`, `free`, `perhaps $0.039`.
    package static func price(of charge: Charge) -> String {
        let estimate = charge.estimate.map(dollars) ?? "an unknown price"
        return switch charge.state {
        case .free: "free"
        case .paid: charge.cost.map(dollars) ?? "about \(estimate)"
        case .started, .unknown: "perhaps \(estimate)"
        }
    }
}
