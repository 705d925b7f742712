/// Lines of text for a drawing: SVG does not break lines itself.
struct TextBlock {
    let lines: [String]
    private let size: Double
    private let isBold: Bool

    /// Breaks a text at its spaces into lines that fit; a longer word is cut.
    ///
    /// - Parameter most: The most lines; if there are more, the last one ends with "…".
    init(
        _ text: String, width: Double, size: Double, isBold: Bool = false, most: Int = .max
    ) {
        self.size = size
        self.isBold = isBold
        let room = max(4, width / size / (isBold ? 1.1 : 1))
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            guard longer.guessedWidth > room else {
                line = longer
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = String(word)
            while line.guessedWidth > room {
                let start = line.start(within: room)
                lines.append(start)
                line.removeFirst(start.count)
            }
        }
        if !line.isEmpty { lines.append(line) }
        if lines.count > most {
            let last = lines[most - 1].start(within: room - 1)
            lines = lines.prefix(most - 1) + ["\(last)…"]
        }
        self.lines = lines
    }

    /// The height of all lines together.
    var height: Double { Double(lines.count) * size * Self.leading }

    /// The lines as SVG, below one another.
    func shapes(left: Double, baseline: Double, fill: String) -> String {
        let weight = isBold ? " font-weight=\"bold\"" : ""
        return lines.enumerated().map { index, line in
            """
            <text x="\(left.svg)" y="\((baseline + Double(index) * size * Self.leading).svg)" \
            font-family="sans-serif" font-size="\(size.svg)"\(weight) fill="\(fill)">\
            \(Markup.escaped(line))</text>

            """
        }.joined()
    }

    /// The line spacing, relative to the font size.
    private static let leading = 1.35
}

extension String {
    /// The approximate width of a text, relative to the font size; the font is unknown, so this assumes a wide one.
    fileprivate var guessedWidth: Double { reduce(0) { $0 + $1.guessedWidth } }

    /// As much of the text as fits, at least one letter.
    fileprivate func start(within room: Double) -> String {
        var width = 0.0
        let end = indices.first { index in
            width += self[index].guessedWidth
            return width > room && index > startIndex
        }
        return String(self[..<(end ?? endIndex)])
    }
}

extension Character {
    fileprivate var guessedWidth: Double {
        // From here on: Chinese, Japanese, Korean, and emoji.
        if unicodeScalars.contains(where: { $0.value >= 0x2E80 }) { return 1.05 }
        if isUppercase { return 0.76 }
        return isNumber ? 0.66 : 0.56
    }
}
