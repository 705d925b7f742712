import Foundation
import Testing

@testable import Answers

struct DocumentStreamTests {
    /// A document whose entries have lines, brackets and what stands for a list.
    private struct Document: Encodable {
        let people: [Entry]
        let jobs: [Entry]
        let total = "[\n\"people\"]"
        let zone: [String] = []
    }

    private struct Entry: Encodable {
        let name: String
        var inner = ["a": [1, 2], "b": []]
    }

    private static let entries = ["", "]", "\n", "\"people\"", "a\u{2028}b"].map { Entry(name: $0) }

    @Test(arguments: [0, 1, 5], [true, false])
    func `a document that is written entry by entry is the document as a whole`(
        count: Int, isPretty: Bool
    ) throws {
        let people = Array(Self.entries.prefix(count))
        let jobs = Array(Self.entries.dropFirst(count))
        let stream = try DocumentStream(["people", "jobs"], isPretty: isPretty) {
            place -> JSONObject in
            [
                "people": place("people"), "jobs": place("jobs"), "total": "[\n\"people\"]",
                "zone": [] as [String],
            ]
        }
        var text = ""
        for var list in stream.lists {
            text += list.start
            for entry in list.name == "jobs" ? jobs : people { text += try list.text(of: [entry]) }
            text += list.end
        }
        text += stream.end
        let whole = Document(people: people, jobs: jobs)
        #expect(text == (try isPretty ? AnswerJSON.text(whole) : AnswerJSON.line(whole)))
        #expect(stream.lists.map(\.name) == ["jobs", "people"])
    }
}
