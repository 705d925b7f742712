internal import Foundation

extension GeminiAnswer {
    /// The answer to a request for words.
    ///
    /// Words that the provider withheld are not used, even if complete. Words that fit are used even if the
    /// model ran on to the token limit: it was seen to fill up with blanks.
    func words(by schema: WordsSchema) -> Answer {
        if let foreignShape { return unreadable(foreignShape) }
        if let answer = withheld() { return answer }
        let parts = candidate?["content"]?["parts"]?.elements ?? []
        let text = parts.filter { $0["thought"]?.bool != true }
            .compactMap { $0["text"]?.string }.joined()
        return schema.answer(
            text, isCutOff: FinishReason(finishReason) == .cutOff, paid: paid,
            orElse: nothing(.empty, reason: finishReason))
    }
}
