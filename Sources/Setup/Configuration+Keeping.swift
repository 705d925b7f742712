package import JobQueue

extension Configuration {
    /// How long what ended jobs of the command line's own space leave is kept.
    package func keeping() throws(SetupError) -> Keeping {
        var keeping = Keeping()
        for (part, variable) in Self.keepingVariables {
            keeping[part] = try setting(nil, variable, KeepingTime.wanted) { text in
                KeepingTime(argument: text)
            }?.seconds
        }
        return keeping
    }

    private static let keepingVariables: [(Keeping.Part, Variable)] = [
        (.jobs, .keepJobs), (.photos, .keepPhotos), (.headshots, .keepHeadshots),
    ]
}

/// How long something is kept, as users write it: `90d`, `1y` or `forever`.
package struct KeepingTime: Sendable, Equatable {
    /// `nil` is until somebody removes it.
    package let seconds: Int?

    /// Reads a length of a day or more.
    package init?(argument: String) {
        guard argument != Self.forever else {
            seconds = nil
            return
        }
        guard let span = TimeSpan(argument: argument) else { return nil }
        let seconds = Int(clamping: span.duration.components.seconds)
        guard seconds >= Keeping.least else { return nil }
        self.seconds = seconds
    }

    package static let forever = "forever"
    static let wanted = "a time of a day or more like 90d or 1y, or 'forever'"
}
