internal import Foundation

extension OpenAIAnswer {
    /// The answer to a request for words, of the Responses API.
    ///
    /// A refusal, or words that were withheld, are not used, even if complete. Words that fit are used even if
    /// the model ran on to the token limit.
    func words(by schema: WordsSchema) -> Answer {
        guard case .array(let items)? = json["output"], isFinished else {
            return foreignShape(without: "finished output")
        }
        let contents = items.filter { $0["type"]?.string == "message" }
            .flatMap { $0["content"]?.elements ?? [] }
        if let refusal = contents.lazy.compactMap({ $0["refusal"]?.string }).first {
            return nothing(.blockedAnswer, reason: "refusal", text: refusal)
        }
        let incomplete = json["incompleteDetails"]?["reason"]?.string
        if incomplete == "content_filter" { return nothing(.blockedAnswer, reason: incomplete) }
        let text = contents.filter { $0["type"]?.string == "output_text" }
            .compactMap { $0["text"]?.string }.joined()
        return schema.answer(
            text, isCutOff: incomplete == "max_output_tokens", paid: paid,
            orElse: nothing(.empty, reason: incomplete))
    }

    /// Whether the service says that it is done; without a word, what is there counts.
    private var isFinished: Bool {
        ["completed", "incomplete", nil].contains(json["status"]?.string)
    }
}
