/// What is wrong with a folder of prompts, with the file and, where there is one, the line, counted from 1.
public enum PromptError: Error, Sendable, Equatable {
    /// The file is not there.
    case missingFile(file: String)
    /// The file is there and cannot be read, for the reason that the system gives.
    case unreadableFile(file: String, reason: String)
    /// The line holds bytes that are not UTF-8.
    case notUTF8(file: String, line: Int)
    /// The file says nothing.
    case emptyFile(file: String)
    /// The line holds a brace that belongs to no well-formed placeholder.
    case malformedPlaceholder(file: String, line: Int)
    /// The line names a placeholder that nothing fills in this file.
    case unknownPlaceholder(name: String, file: String, line: Int)
    /// The frame does not name a placeholder that it must.
    case missingPlaceholder(name: String, file: String)
}

extension PromptError: CustomStringConvertible {
    /// The error as compilers write theirs: `file:line: what is wrong`.
    public var description: String {
        switch self {
        case .missingFile(let file):
            "\(file): the file is missing"
        case .unreadableFile(let file, let reason):
            "\(file): the file cannot be read: \(reason)"
        case .notUTF8(let file, let line):
            "\(file):\(line): the text is not UTF-8"
        case .emptyFile(let file):
            "\(file): the file is empty"
        case .malformedPlaceholder(let file, let line):
            "\(file):\(line): a brace outside of a placeholder, which is written {{name}}"
        case .unknownPlaceholder(let name, let file, let line):
            "\(file):\(line): nothing fills the placeholder {{\(name)}} here"
        case .missingPlaceholder(let name, let file):
            "\(file): the placeholder {{\(name)}} is missing"
        }
    }
}
