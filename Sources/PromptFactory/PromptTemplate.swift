/// A place in the frame that each style fills with its own words.
enum Placeholder: String, CaseIterable {
    case angle
    case background
}

/// A file's text, split at its placeholders.
struct PromptTemplate {
    private enum Piece {
        case words(String)
        case placeholder(Placeholder)
    }

    private var pieces: [Piece] = []

    /// Splits a file's text and checks that it names all of the given placeholders, and no other.
    init(_ file: PromptFile, filling placeholders: [Placeholder]) throws(PromptError) {
        var missing = Set(placeholders)
        for line in file.lines {
            if !pieces.isEmpty { pieces.append(.words("\n")) }

            var end = line.text.startIndex
            for match in line.text.matches(of: /{{([a-z]+)}}/) {
                try appendWords(line.text[end..<match.range.lowerBound], of: line, in: file)
                guard let placeholder = Placeholder(rawValue: String(match.1)),
                    placeholders.contains(placeholder)
                else {
                    throw .unknownPlaceholder(
                        name: String(match.1), file: file.path, line: line.number)
                }
                pieces.append(.placeholder(placeholder))
                missing.remove(placeholder)
                end = match.range.upperBound
            }
            try appendWords(line.text[end...], of: line, in: file)
        }

        if let placeholder = placeholders.first(where: missing.contains) {
            throw .missingPlaceholder(name: placeholder.rawValue, file: file.path)
        }
    }

    /// Returns the text with its placeholders filled.
    func text(angle: String, background: String) -> String {
        pieces.map { piece in
            switch piece {
            case .words(let words): words
            case .placeholder(.angle): angle
            case .placeholder(.background): background
            }
        }.joined()
    }

    /// Appends the words between placeholders, where a brace can only be a malformed placeholder.
    private mutating func appendWords(
        _ words: Substring, of line: PromptFile.Line, in file: PromptFile
    ) throws(PromptError) {
        if words.contains(where: { $0 == "{" || $0 == "}" }) {
            throw .malformedPlaceholder(file: file.path, line: line.number)
        }
        pieces.append(.words(String(words)))
    }
}
