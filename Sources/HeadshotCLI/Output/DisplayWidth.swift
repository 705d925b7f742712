// Widths on a terminal, where letters of East Asia and emoji take two columns and combining marks none.

extension StringProtocol {
    /// How many columns of a terminal the text takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text with spaces after it, up to a width in columns.
    func padded(to width: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, width - columns))
    }

    /// The characters from the start that fit into a width in columns.
    func prefix(columns width: Int) -> SubSequence {
        var left = width
        return prefix { character in
            left -= character.columns
            return left >= 0
        }
    }
}

extension Character {
    /// The columns of the first visible scalar, with which the others combine.
    fileprivate var columns: Int {
        // The selector after a symbol asks for its picture.
        if unicodeScalars.count > 1, unicodeScalars.contains("\u{FE0F}"),
            unicodeScalars.first?.properties.isEmoji == true
        {
            return 2
        }
        return unicodeScalars.lazy.map(\.columns).first { $0 > 0 } ?? 0
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator,
            .paragraphSeparator:
            return 0
        default:
            return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) }
                ? 2 : 1
        }
    }

    /// What Unicode calls wide or full-width (UAX #11), in whole blocks; emoji have a property.
    private static let wide: [ClosedRange<UInt32>] = [
        // Hangul Jamo; radicals, kana, CJK, Yi; more Hangul.
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        // Compatibility and full-width forms.
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        // Tangut, Khitan, old kana; enclosed ideographs; the planes of CJK.
        0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
