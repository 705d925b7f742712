/// A fault in a folder of prompts, with the file and, if there is one, the line, counted from 1.
public enum PromptError: Error, Sendable, Equatable {
    /// The file does not exist.
    case missingFile(file: String)
    /// The file cannot be read, for the reason that the system gives.
    case unreadableFile(file: String, reason: String)
    /// The line holds bytes that are not UTF-8.
    case notUTF8(file: String, line: Int)
    /// The file has no words.
    case emptyFile(file: String)
    /// The line has a brace that is not part of a well-formed placeholder.
    case malformedPlaceholder(file: String, line: Int)
    /// The line names a placeholder that is not available in this file.
    case unknownPlaceholder(name: String, file: String, line: Int)
    /// The file is not a schema for texts.
    case badSchema(file: String, detail: String)
    /// The frame has no placeholder of a required name.
    case missingPlaceholder(name: String, file: String)
}

extension PromptError: CustomStringConvertible {
    /// The error in the format of compilers: `file:line: what is wrong`.
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
        case .badSchema(let file, let detail):
            "\(file): it is not a schema for texts: \(detail)"
        case .missingPlaceholder(let name, let file):
            "\(file): the placeholder {{\(name)}} is missing"
        }
    }
}
