extension String {
    /// Words that strangers wrote, on one line, without what would move a terminal's cursor or forge a line.
    ///
    /// The names of files and what a model or a provider says pass here before a log or a terminal shows them.
    public var printable: String { cleaned(atMost: .max) }

    /// The same, cut to so many scalars, for a row.
    public func cleaned(atMost limit: Int) -> String {
        var scalars = UnicodeScalarView()
        for (index, scalar) in unicodeScalars.enumerated() {
            if index == limit {
                scalars.append("…")
                break
            }
            scalars.append(scalar.shown)
        }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// The scalar, or what is shown in its place because a terminal would act on it.
    public var shown: Unicode.Scalar {
        switch properties.generalCategory {
        case .control where properties.isWhitespace, .lineSeparator, .paragraphSeparator: " "
        case .control, .format, .surrogate, .privateUse, .unassigned: "\u{FFFD}"
        default: self
        }
    }
}

/// How much of strangers' words a row keeps, in scalars.
enum LongestWords {
    /// A file system's longest name, and every name that a person gives.
    static let name = 255
    /// More than any provider's message that tells something.
    static let detail = 2000
}
