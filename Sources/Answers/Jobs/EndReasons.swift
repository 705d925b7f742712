import Generation
package import JobQueue

extension FailureReason {
    /// The sentence for people.
    package var sentence: String {
        switch self {
        case .blockedPrompt: Self.notMade("the request was blocked")
        case .blockedPicture: Self.notMade("its picture was blocked")
        case .noImage: Self.notMade("it found no picture to make")
        case .textOnly: Self.notMade("it answered in words only")
        case .emptyAnswer: Self.notMade("it answered nothing")
        case .unreadableAnswer: "The answer is not a headshot. It was kept."
        case .invalidRequest: "Please check your image and try again."
        case .refused: "The provider refused this request twice and did not say why."
        case .accountLimited, .serverError: "Service temporarily unavailable."
        case .preparationFailed: "The photo could not be made ready to send."
        case .photoMissing: "The photo is not in the store any more."
        case .photoUnreadable: "The photo in the store cannot be read."
        case .answerLost: "The answer arrived, and was lost before it could be saved."
        case .resultUnwritable: "The headshot could not be saved under any of its names."
        case .resolvedPaid: "The request was charged, and no answer came."
        case .replaced: "Another job took its place."
        case .outcomeUnknown: "No answer came. It counts as paid, and is not asked again."
        case .refusedWords: "The model wrote a text that may not be shown."
        }
    }

    /// The sentence about a text, which has neither a photo nor a picture.
    private var sentenceOfText: String {
        switch self {
        case .blockedPrompt: Self.notWritten("the request was blocked")
        case .blockedPicture: Self.notWritten("its text was blocked")
        case .noImage, .emptyAnswer: Self.notWritten("it answered nothing")
        case .textOnly, .unreadableAnswer:
            "The answer is not the text that was asked for. It was kept."
        case .invalidRequest: "The request could not be understood."
        case .preparationFailed, .photoMissing, .photoUnreadable:
            "What it is about could not be made ready to send."
        case .resultUnwritable: "The text could not be saved."
        case .refused, .accountLimited, .serverError, .answerLost, .resolvedPaid, .replaced,
            .outcomeUnknown, .refusedWords:
            sentence
        }
    }

    /// The sentence with the detail of this case, in the words of its source.
    ///
    /// - Parameters:
    ///   - isText: Whether a text was asked for, and no headshot.
    ///   - isForOperator: Whether the reader learns what a person need not know of the operator's account.
    package func sentence(
        detail: String?, ofText isText: Bool = false, isForOperator: Bool = false
    ) -> String {
        if isForOperator, let trouble { return trouble }
        if isText { return sentenceOfText }
        guard self == .unreadableAnswer, let detail, !detail.isEmpty else { return sentence }
        guard !detail.hasPrefix(UnreadableAnswer.brokenOff) else {
            return "The picture broke off on its way, and counts as paid. What came was kept."
        }
        let words = detail.printable
        let end = words.hasSuffix(".") ? "" : "."
        return "The answer is not a headshot: \(words)\(end) It was kept."
    }

    /// The trouble with the provider, for its operator.
    private var trouble: String? {
        switch self {
        case .accountLimited: "\(GateReason.accountLimited.sentence) See 'headshot gate'."
        case .serverError: "The provider failed at each try."
        case .blockedPrompt, .blockedPicture, .noImage, .textOnly, .emptyAnswer, .unreadableAnswer,
            .invalidRequest, .refused, .preparationFailed, .photoMissing, .photoUnreadable,
            .answerLost, .resultUnwritable, .resolvedPaid, .replaced, .outcomeUnknown,
            .refusedWords:
            nil
        }
    }

    private static func notWritten(_ reason: String) -> String {
        "The model would not write this (\(reason))."
    }

    private static func notMade(_ reason: String) -> String {
        "The model would not make this picture (\(reason)). Try another photo."
    }
}

extension UncertaintyReason {
    /// The sentence about a text, which has no photo.
    package func sentence(ofText isText: Bool) -> String {
        self == .cancelled && isText
            ? "It was cancelled after the request was sent; it may have been charged." : sentence
    }

    /// The sentence for people.
    package var sentence: String {
        switch self {
        case .deadline: "No answer came in time; it may have been charged."
        case .connectionLost:
            "The connection broke before an answer came; it may have been charged."
        case .workerDied: "The worker ended before an answer came; it may have been charged."
        case .restored:
            "The queue was put back to before this job's request; it may have been charged."
        case .paymentUnreadable:
            "The record of its payment cannot be read; it may have been charged."
        case .cancelled: "It was cancelled after the photo was sent; it may have been charged."
        case .abandoned: "The provider gave the request up; it may have been charged."
        case .gateway:
            "Something on the way to the provider answered in its place; it may have been charged."
        case .dns, .connect, .tls, .proxy, .other: "No answer came; it may have been charged."
        }
    }
}

extension CancellationReason {
    /// The sentence for people.
    package var sentence: String {
        switch self {
        case .cancelled: "Cancelled before anything was sent."
        case .forgotten: "Cancelled with what it was about."
        case .expired: "Not sent: it would have come too late."
        case .dailyCap: "Not sent: the person had as many of this kind today as a day has."
        case .budget: "Not sent: the budget was spent."
        case .providerHalted: "Not sent: the provider was halted."
        }
    }
}
