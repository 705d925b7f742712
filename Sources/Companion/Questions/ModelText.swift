import Foundation
import HeadshotWorker
import JobQueue

/// What a model wrote in place of a local text, as far as it has.
package struct ModelText<Answer: Decodable & Sendable>: Sendable {
    /// The model's answer; `nil` as long as the local text stands.
    package let answer: Answer?
    /// Who wrote the text, and whether a better one may come.
    package let origin: TextOrigin
    /// Whether a model was asked in vain.
    package let hasFailed: Bool

    package init(_ reply: Reply?) {
        switch reply {
        case .answered(let json, let provider):
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            answer = try? decoder.decode(Answer.self, from: Data(json.utf8))
            let model = provider.isEmpty ? "model" : provider
            origin = TextOrigin(source: answer == nil ? TextOrigin.local : model)
            hasFailed = answer == nil
        case .pending(let id):
            answer = nil
            origin = TextOrigin(state: "improving", job: id.description)
            hasFailed = false
        case .gone(let reason):
            answer = nil
            origin = TextOrigin()
            // The code that withdrew the question knows why.
            hasFailed = reason != CancellationReason.forgotten.rawValue
        case .none?, nil:
            answer = nil
            origin = TextOrigin()
            hasFailed = false
        }
    }

    /// The origin, with a note if a model was asked in vain.
    package func origin(ifFailed note: String?) -> TextOrigin {
        var origin = origin
        origin.note = hasFailed ? note : nil
        return origin
    }
}

/// Who wrote a text that a model may improve, and what may still become of it.
package struct TextOrigin: Encodable, Sendable {
    /// Who wrote it.
    package var source: String? = TextOrigin.local
    /// `improving` while a model's answer may still come, else `final`.
    package var state: String? = TextOrigin.final
    /// The job that may bring a better text; absent once it has ended.
    package var job: String?
    /// Said if a model was asked in vain.
    package var note: String?

    /// The source of texts that no model wrote.
    package static let local = ProviderKind.local.rawValue

    /// The state of texts that stay as they are.
    package static let final = "final"

    /// A text that nothing improves.
    package static let none = TextOrigin(source: nil, state: nil)
}

/// A text that a model may improve, with its origin among its own members.
@dynamicMemberLookup
package struct Improvable<Content: Encodable>: Encodable {
    package let content: Content
    package let origin: TextOrigin

    package init(_ content: Content, _ origin: TextOrigin) {
        self.content = content
        self.origin = origin
    }

    package subscript<Value>(dynamicMember member: KeyPath<Content, Value>) -> Value {
        content[keyPath: member]
    }

    package func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        try origin.encode(to: encoder)
    }
}

extension Improvable: Sendable where Content: Sendable {}
