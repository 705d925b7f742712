internal import Foundation

extension GeminiAnswer {
    /// The answer to a request for words.
    ///
    /// Words that the provider withheld are not used, even if complete. Words that fit are used even if the
    /// model ran on to the token limit: it was seen to fill up with blanks.
    func words(by schema: WordsSchema) -> Answer {
        if let (kind, detail) = foreignShape { return unreadable(kind, detail) }
        if let answer = withheld() { return answer }
        let parts = candidate?["content"]?["parts"]?.elements ?? []
        let text = parts.filter { $0["thought"]?.bool != true }
            .compactMap { $0["text"]?.string }.joined()
        let isCutOff = FinishReason(finishReason) == .cutOff
        let cutOff = unreadable(.cutOff, "words that end at the bound of tokens")
        guard !text.isEmpty else {
            return isCutOff ? cutOff : nothing(.empty, reason: finishReason)
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
}
