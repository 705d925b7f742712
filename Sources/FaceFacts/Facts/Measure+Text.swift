import Ground

extension Measure {
    /// The value with its unit, as in "18.2 L*".
    var text: String { Self.text(value, unit) }

    /// A limit with a unit, as its measure is written.
    static func text(_ value: Double, _ unit: Unit) -> String {
        let number = value.rounded(
            to: unit == .pixels ? 0 : unit == .share || unit == .ratio ? 2 : 1)
        let digits = number == number.rounded() ? "\(Int(clamping: number))" : "\(number)"
        switch unit {
        case .pixels, .lightness, .stops: return "\(digits) \(unit.rawValue)"
        case .degrees: return "\(digits)°"
        case .share, .score, .ratio: return digits
        }
    }
}

extension Double {
    /// A share in whole percent, as in "12 %".
    var percent: String { "\(Int(clamping: self * 100, rounding: .toNearestOrAwayFromZero)) %" }
}
