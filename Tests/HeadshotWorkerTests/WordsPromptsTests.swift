import Foundation
import People
import PromptFactory
import TestSupport
import Testing

@testable import HeadshotWorker

/// What models are asked for in words, and in which manner.
@Suite(.timeLimit(.minutes(10)))
struct WordsPromptsTests {
    @Test(arguments: [
        (#"{"data":{"moment":"Walked"}}"#, true),
        (#"{"data":{"moment":"Cried"},"manner":"gentle"}"#, true),
        // Of a newer version: whoever ignores it would ask for praise of something else.
        (#"{"data":{"moment":"Cried"},"manner":"solemn"}"#, false),
        (#"{"data":{"moment":"Cried"},"tone":"gentle"}"#, false),
    ])
    func `an order of words is read if its manner and every member are known`(
        payload: String, isRead: Bool
    ) {
        let order = WordsOrder(payload: payload)
        #expect((order != nil) == isRead)
        #expect(order.flatMap { WordsOrder(payload: $0.payload) } == order)
    }

    @Test func `praise has two prompts, and nothing else is asked for gently`() throws {
        let prompts = try WordsPrompts(folder: shippedPrompts)
        let usual = try #require(prompts[.praise, WordsOrder(data: [:])])
        let gentle = try #require(prompts[.praise, WordsOrder(data: [:], manner: .gentle)])
        #expect(usual.prompt.text != gentle.prompt.text)
        #expect(usual.prompt.version != gentle.prompt.version)
        for kind in WordsKind.allCases where kind != .praise {
            #expect(prompts[kind, WordsOrder(data: [:], manner: .gentle)] == nil)
        }
    }

    @Test(
        arguments: ["praise", "gentle"],
        [
            ("\"concern\"", "\"worry\""), (", \"concern\"", ""), ("\"tone\", \"text\"", "\"text\""),
            ("\"tone\"", "\"mood\""), ("\"text\"", "\"words\""),
        ])
    func `a schema without the model's tone is refused before anything is paid for by it`(
        name: String, edit: (old: String, new: String)
    ) async throws {
        try await withTemporaryFolder { folder in
            let prompts = "\(folder)/prompts"
            try FileManager.default.copyItem(atPath: shippedPrompts, toPath: prompts)
            #expect(throws: Never.self) { try WordsPrompts(folder: prompts) }
            let path = "\(prompts)/schemas/\(name).json"
            let shipped = try String(contentsOfFile: path, encoding: .utf8)
            let edited = shipped.replacing(edit.old, with: edit.new)
            try #require(edited != shipped)
            try edited.write(toFile: path, atomically: true, encoding: .utf8)
            let error = #expect(throws: PromptError.self) { try WordsPrompts(folder: prompts) }
            guard case .badSchema(path, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
