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
        let isCutOff = incomplete == "max_output_tokens"
        let cutOff = unreadable(.cutOff, "words that end at the bound of tokens")
        let text = contents.filter { $0["type"]?.string == "output_text" }
            .compactMap { $0["text"]?.string }.joined()
        guard !text.isEmpty else {
            return isCutOff ? cutOff : nothing(.empty, reason: incomplete)
        }
        let words = Data(text.utf8)
        guard let value = JSONValue(words) else {
            return isCutOff ? cutOff : unreadable(.malformedWords, "words that are not JSON")
        }
        if let misfit = schema.misfit(in: value) {
            return unreadable(.misfit, "words that do not fit: \(misfit)")
        }
        return .made(.words(GeneratedWords(json: words, receipt: receipt)))
    }

    /// Whether the service says that it is done; without a word, what is there counts.
    private var isFinished: Bool {
        ["completed", "incomplete", nil].contains(json["status"]?.string)
    }
}
