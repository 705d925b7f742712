internal import Foundation

extension WordsSchema {
    /// The answer for what a model wrote.
    ///
    /// - Parameters:
    ///   - isCutOff: Whether the model ran on to the bound of tokens; a text that fits is used even then.
    ///   - paid: What is kept of an answer that is not usable.
    ///   - empty: The answer if it wrote nothing.
    func answer(_ text: String, isCutOff: Bool, paid: PaidBody, orElse empty: Answer) -> Answer {
        func unreadable(_ detail: String) -> Answer {
            .unreadable(UnreadableAnswer(detail: detail, paid: paid))
        }
        let words = Data(text.utf8)
        guard let value = JSONValue(words) else {
            if isCutOff { return unreadable("words that end at the bound of tokens") }
            return text.isEmpty ? empty : unreadable("words that are not JSON")
        }
        if let misfit = misfit(in: value) {
            return unreadable("words that do not fit: \(misfit)")
        }
        return .made(.words(GeneratedWords(json: words, receipt: paid.receipt ?? Receipt())))
    }
}
