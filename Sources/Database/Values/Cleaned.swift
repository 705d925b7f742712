import Ground

extension String {
    /// Untrusted text on one line, without characters that would move a terminal's cursor or forge a line.
    ///
    /// File names and messages of models and providers pass here before a log or a terminal shows them.
    /// A byte of a path that is not part of any character is shown as ``PathText`` does.
    public var printable: String { PathText.readable(self).cleaned(atMost: .max) }

    /// The same, cut to `limit` scalars, for a row.
    public func cleaned(atMost limit: Int) -> String {
        // Most names: the properties of scalars take long to look up.
        if utf8.count <= limit, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
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

/// How much untrusted text a row keeps, in scalars.
package enum LongestWords {
    /// As long as a file system's longest name.
    package static let name = 255
    /// Longer than any useful message of a provider.
    package static let detail = 2000
}
