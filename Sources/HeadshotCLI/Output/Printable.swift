extension String {
    /// The text without what would move a terminal's cursor or forge a line: names of files come from strangers.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
                        .privateUse, .unassigned:
                        "\u{FFFD}"
                    default: scalar
                    }
                }))
    }

    /// The text on one line, and printable: what a provider says may have several.
    var onOneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
    }
}
