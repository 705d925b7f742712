import Ground

/// A length of time as users write it: `90s`, `10m`, `2h`, `30d`.
package struct TimeSpan: Equatable, Sendable {
    package let duration: Duration

    package init(days: Int) {
        duration = .seconds(days * 86_400)
    }

    /// Reads a whole number from 1 and a unit.
    package init?(argument: String) {
        guard let parts = argument.wholeMatch(of: /([0-9]{1,6})(s|m|h|d)/),
            let count = Int(digits: parts.1, in: 1...999_999)
        else { return nil }
        let seconds =
            switch parts.2 {
            case "d": count * 86_400
            case "h": count * 3600
            case "m": count * 60
            default: count
            }
        duration = .seconds(seconds)
    }
}
