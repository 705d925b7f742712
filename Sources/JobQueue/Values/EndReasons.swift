/// Why a job failed, as stored in the queue.
public enum FailureReason: String, CaseIterable, Codable, Sendable {
    /// The provider blocked the request.
    case blockedPrompt = "blocked_prompt"
    /// The provider blocked the picture that the model made.
    case blockedPicture = "blocked_picture"
    /// The model reported that it made no picture.
    case noImage = "no_image"
    /// The model answered in words only.
    case textOnly = "text_only"
    /// The model answered nothing.
    case emptyAnswer = "empty_answer"
    /// A paid answer is not a headshot; its bytes are in `answers/`.
    case unreadableAnswer = "unreadable_answer"
    /// The provider refused the photo.
    case invalidRequest = "invalid_request"
    /// The provider refused the request twice, and did not say why.
    case refused
    /// The provider limits the account, and said so in a paid answer.
    case accountLimited = "account_limited"
    /// The provider failed.
    case serverError = "server_error"
    /// A library failed on the photo.
    case preparationFailed = "preparation_failed"
    /// The stored photo is gone.
    case photoMissing = "photo_missing"
    /// The stored photo cannot be read.
    case photoUnreadable = "photo_unreadable"
    /// An answer was paid for and cannot be saved.
    case answerLost = "answer_lost"
    /// The headshot cannot be saved under any of its names; a paid answer is kept.
    case resultUnwritable = "result_unwritable"
    /// The user said that the request was charged.
    case resolvedPaid = "resolved_paid"
    /// Another job took its place.
    case replaced
    /// A request for words was sent, and its outcome is unknown; it counts as paid.
    case outcomeUnknown = "outcome_unknown"
    /// A model wrote a text that may not be shown.
    case refusedWords = "refused_words"
}

/// Why it is unknown whether a job's request was charged, as stored in the queue.
public enum UncertaintyReason: String, CaseIterable, Sendable {
    /// The timeout of the whole request expired.
    case deadline
    /// The connection ended, or broke, after it was made.
    case connectionLost = "connection_lost"
    /// Its worker died after the charge was written.
    case workerDied = "worker_died"
    /// The queue was restored from before this request.
    case restored
    /// The record that lets a request for the job be sent cannot be read.
    case paymentUnreadable = "payment_unreadable"
    /// It was cancelled after the photo was sent.
    case cancelled
    /// The provider abandoned the request.
    case abandoned
    /// A gateway between here and the provider abandoned the request.
    case gateway
    /// The host's name could not be resolved.
    case dns
    /// No connection could be made.
    case connect
    /// No secure connection could be agreed on.
    case tls
    /// A proxy failed or refused.
    case proxy
    /// Anything else that the transfer library reports.
    case other
}

/// Why a job was cancelled, as stored in the queue.
public enum CancellationReason: String, CaseIterable, Sendable {
    /// The user cancelled it before anything was sent.
    case cancelled
    /// Its person, or what it was about, was forgotten.
    case forgotten
    /// It was not sent in time.
    case expired
    /// Its person had as many of its kind as a day has.
    case dailyCap = "daily_cap"
    /// The money of the day, or of the space, was spent.
    case budget
    /// The provider was halted.
    case providerHalted = "provider_halted"
}
