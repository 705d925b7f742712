import Answers
import ArgumentParser
import Foundation

/// How a list is answered: shared by the commands that may answer any number of entries.
struct ListOutputOptions: ParsableArguments {
    @Flag(help: "Answer as JSON, for programs.")
    var json = false

    @Flag(help: "Answer as JSON, one entry a line.")
    var jsonl = false

    func validate() throws {
        if json, jsonl { throw UsageError("--json and --jsonl do not go together.") }
    }

    /// Whether programs read the answer.
    var isForPrograms: Bool { json || jsonl }
}

/// Writes the entries of a list as JSON while they are read: as one document, or one a line.
struct ListOutput {
    /// The list of the document; `nil` for lines.
    private var list: DocumentStream.List?
    private let end: String

    /// Begins the answer.
    ///
    /// - Parameters:
    ///   - name: The list of the document that has the entries.
    ///   - document: The document with a place for the list.
    init(
        _ options: ListOutputOptions, _ name: String,
        _ document: (_ place: (String) -> DocumentStream.Place) throws -> some Encodable
    ) throws {
        let stream = options.json ? try DocumentStream([name], document) : nil
        list = stream?.lists.first
        end = stream?.end ?? ""
        if let list { try Output.write(text: list.start) }
    }

    /// Writes the next entries at once.
    mutating func write(_ entries: [some Encodable]) throws {
        let text = try list?.text(of: entries)
        try Output.stream(
            text ?? entries.map { try AnswerJSON.line($0) + "\n" }.joined())
    }

    /// Ends the answer.
    func finish() throws {
        if let list { try Output.write(line: list.end + end) }
    }
}
