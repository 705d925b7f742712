/// A place in the frame that each style fills with its own words.
enum Placeholder: String, CaseIterable {
    case angle
    case background
}

/// A file's text, with its placeholders.
struct PromptTemplate {
    private let text: String

    /// Checks that a file's text names all of the given placeholders, and no other.
    init(_ file: PromptFile, filling placeholders: [Placeholder]) throws(PromptError) {
        var missing = Set(placeholders)
        for line in file.lines {
            for match in line.text.matches(of: /{{([a-z]+)}}/) {
                guard let placeholder = Placeholder(rawValue: String(match.1)),
                    placeholders.contains(placeholder)
                else {
                    throw .unknownPlaceholder(
                        name: String(match.1), file: file.path, line: line.number)
                }
                missing.remove(placeholder)
            }
            // Outside of placeholders, a brace can only be part of a malformed one.
            let words = line.text.replacing(/{{[a-z]+}}/, with: "")
            if words.contains(where: { $0 == "{" || $0 == "}" }) {
                throw .malformedPlaceholder(file: file.path, line: line.number)
            }
        }
        if let placeholder = placeholders.first(where: missing.contains) {
            throw .missingPlaceholder(name: placeholder.rawValue, file: file.path)
        }
        text = file.lines.map(\.text).joined(separator: "\n")
    }

    /// Returns the text with its placeholders filled; words of an angle have none.
    func text(angle: String, background: String) -> String {
        text.replacing("{{angle}}", with: angle).replacing("{{background}}", with: background)
    }
}
