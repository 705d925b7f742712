import Ground

extension Measure {
    /// The value with its unit, as in "18.2 L*".
    var text: String { Self.text(value, unit) }

    /// A limit with a unit, as its measure is written.
    static func text(_ value: Double, _ unit: Unit) -> String {
        let number = value.rounded(to: unit.decimals)
        let digits = number == number.rounded() ? "\(Int(clamping: number))" : "\(number)"
        switch unit {
        case .pixels, .lightness, .stops, .centimetres: return "\(digits) \(unit.rawValue)"
        case .degrees: return "\(digits)°"
        case .share, .score, .ratio, .colour: return digits
        }
    }
}

extension Measure.Unit {
    /// The decimals that a person wants to read.
    fileprivate var decimals: Int {
        switch self {
        case .pixels, .centimetres: 0
        case .degrees, .lightness, .stops, .score, .colour: 1
        case .share, .ratio: 2
        }
    }
}

extension Double {
    /// A share in whole percent, as in "12 %".
    var percent: String { "\(wholePercent) %" }

    private var wholePercent: Int { Int(clamping: self * 100, rounding: .toNearestOrAwayFromZero) }

    /// A share as a person would say it: "a fifth", "almost all", and "7%" where no simple one is near.
    var spokenShare: String {
        let spoken: [(share: Double, words: String)] = [
            (0.1, "a tenth"), (0.2, "a fifth"), (0.25, "a quarter"), (0.333, "a third"),
            (0.5, "half"), (0.667, "two thirds"), (0.75, "three quarters"), (1, "almost all"),
        ]
        let near = spoken.first { abs($0.share - self) < $0.share * 0.1 }
        if let near { return near.words }
        return "\(wholePercent)%"
    }
}
