/// Lines of text for a drawing, which has nothing that would break them.
struct TextBlock {
    /// The widest letters of common fonts are as wide as high; sentences need so much of it on the mean.
    private static let meanWidth = 0.56

    let lines: [String]

    /// Breaks a text at its spaces into lines that fit; a word that does not is cut.
    ///
    /// - Parameter most: With more lines, the last one ends with "…".
    init(_ text: String, width: Double, size: Double, most: Int = .max) {
        let room = max(4, Int(width / (size * Self.meanWidth)))
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            var rest = Substring(line.isEmpty ? String(word) : "\(line) \(word)")
            if rest.count > room, !line.isEmpty {
                lines.append(line)
                rest = word
            }
            while rest.count > room {
                lines.append(String(rest.prefix(room)))
                rest = rest.dropFirst(room)
            }
            line = String(rest)
        }
        if !line.isEmpty { lines.append(line) }
        if lines.count > most {
            let last = lines[most - 1]
            lines = lines.prefix(most - 1) + ["\(last.prefix(room - 1))…"]
        }
        self.lines = lines
    }

    /// The lines as SVG, below one another.
    func shapes(
        left: Double, baseline: Double, size: Double, fill: String, isBold: Bool = false
    ) -> String {
        lines.enumerated().map { index, line in
            let weight = isBold ? " font-weight=\"bold\"" : ""
            return """
                <text x="\(left.svg)" y="\((baseline + Double(index) * size * Self.leading).svg)" \
                font-family="sans-serif" font-size="\(size.svg)"\(weight) fill="\(fill)">\
                \(Markup.escaped(line))</text>

                """
        }.joined()
    }

    /// From one line to the next, by the size of the letters.
    static let leading = 1.35
}
