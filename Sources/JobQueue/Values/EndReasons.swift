/// Why a job failed: the codes that the queue keeps.
public enum FailureReason: String, CaseIterable, Codable, Sendable {
    /// The provider blocked the request.
    case blockedPrompt = "blocked_prompt"
    /// The provider blocked the picture that the model made.
    case blockedPicture = "blocked_picture"
    /// The model found no picture to make.
    case noImage = "no_image"
    /// The model answered in words only.
    case textOnly = "text_only"
    /// The model answered nothing.
    case emptyAnswer = "empty_answer"
    /// A paid answer is no headshot; its bytes are in `answers/`.
    case unreadableAnswer = "unreadable_answer"
    /// The provider refused the photo.
    case invalidRequest = "invalid_request"
    /// The provider refused the request twice, and did not say why.
    case refused
    /// The provider limits the account, and charged for saying so.
    case accountLimited = "account_limited"
    /// The provider failed.
    case serverError = "server_error"
    /// A library failed over the photo.
    case preparationFailed = "preparation_failed"
    /// The order is of a version that this program does not know.
    case unknownOrder = "unknown_order"
    /// The stored photo is gone.
    case photoMissing = "photo_missing"
    /// The stored photo cannot be read.
    case photoUnreadable = "photo_unreadable"
    /// An answer was paid for and cannot be saved.
    case answerLost = "answer_lost"
    /// The headshot cannot be saved under any of its names; a paid answer is kept.
    case resultUnwritable = "result_unwritable"
    /// A person said that the request was charged.
    case resolvedPaid = "resolved_paid"
    /// Another job took its place.
    case replaced
}

extension FailureReason {
    /// Whose word ended a job.
    public enum Cause: Sendable {
        /// What the provider answered.
        case provider
        /// What a library made of the photo.
        case photo
        /// A person.
        case person
        /// Files of ours, or another version of this program: nothing that the photo or the provider did.
        case machine
    }

    /// Whose word ended a job.
    public var cause: Cause {
        switch self {
        case .blockedPrompt, .blockedPicture, .noImage, .textOnly, .emptyAnswer, .unreadableAnswer,
            .invalidRequest, .refused, .accountLimited, .serverError:
            .provider
        case .preparationFailed: .photo
        case .resolvedPaid, .replaced: .person
        case .unknownOrder, .photoMissing, .photoUnreadable, .answerLost, .resultUnwritable:
            .machine
        }
    }
}

/// Why nobody knows whether a job's request was charged: the codes that the queue keeps.
public enum UncertaintyReason: String, CaseIterable, Sendable {
    /// The time for the whole request ran out.
    case deadline
    /// The connection ended, or broke, after it was made.
    case connectionLost = "connection_lost"
    /// Its worker died after the charge was written.
    case workerDied = "worker_died"
    /// The queue was put back to before this request.
    case restored
    /// It was cancelled after the photo was sent.
    case cancelled
    /// The provider gave the request up.
    case abandoned
    /// Something between here and the provider gave the request up.
    case gateway
    /// The host's name could not be resolved.
    case dns
    /// No connection could be made.
    case connect
    /// No secure connection could be agreed on.
    case tls
    /// A proxy stood in the way.
    case proxy
    /// Anything else that the transfer library reports.
    case other
}

/// Why a job was taken back: the codes that the queue keeps.
public enum CancellationReason: String, CaseIterable, Sendable {
    /// A person took it back before anything was sent.
    case cancelled
    /// Its person was forgotten.
    case forgotten
}
