import Foundation
import Ground

/// A length of time as users write it: `90s`, `10m`, `2h`, `30d`, `1y`.
package struct TimeSpan: Equatable, Sendable {
    package let duration: Duration

    package init(days: Int) {
        duration = .seconds(days * 86_400)
    }

    /// Reads a whole number from 1 and a unit.
    package init?(argument: String) {
        guard let parts = argument.wholeMatch(of: /([0-9]{1,6})(s|m|h|d|y)/),
            let count = Int(digits: parts.1, in: 1...999_999)
        else { return nil }
        let seconds =
            switch parts.2 {
            case "y": count * 365 * 86_400
            case "d": count * 86_400
            case "h": count * 3600
            case "m": count * 60
            default: count
            }
        duration = .seconds(seconds)
    }
}

/// A sum as the user types it: `5`, `0.50`, `$12.5`.
package struct Dollars: Equatable {
    /// Millionths of a US dollar.
    package let microUSD: Int

    package init?(argument: String) {
        let sum = argument.hasPrefix("$") ? argument.dropFirst() : argument[...]
        let parts = sum.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let whole = Int(digits: parts[0], in: 0...Self.most)
        else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : "0"
        let digits = fraction + String(repeating: "0", count: max(0, 6 - fraction.count))
        guard fraction.count <= 6, let millionths = Int(digits: digits, in: 0...999_999) else {
            return nil
        }
        microUSD = whole * 1_000_000 + millionths
    }

    /// In dollars: more than anyone spends on headshots a day, and small enough not to overflow in sums.
    private static let most = 1_000_000
}
