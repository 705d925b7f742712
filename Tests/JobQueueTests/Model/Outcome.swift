import Foundation
import JobQueue

/// What a worker can write at the end of a step; together they are all that the program's worker ever writes.
enum Outcome: Sendable, CaseIterable, CustomStringConvertible {
    // Before the charge.
    case rejected, photoMissing, interrupted, setBack, cancelledBeforeCharge
    // After the request.
    case picture, noPicture, refused, halted, rateLimited, serverError, serverErrorRetried
    case serverErrorWithHint, unreachable, cancelledUnsent, lost, cancelledSent, notAnAnswer
    case refusedUnclearly, refusedAgain
    // With the answer in the spool.
    case saved, unusable, unwritable, unreadableSpool

    static let beforeCharge: [Outcome] = [
        .rejected, .photoMissing, .interrupted, .setBack, .cancelledBeforeCharge,
    ]
    static let afterRequest: [Outcome] = [
        .picture, .picture, .picture, .noPicture, .refused, .halted, .rateLimited, .serverError,
        .serverErrorRetried, .serverErrorWithHint, .unreachable, .cancelledUnsent, .lost, .lost,
        .cancelledSent, .notAnAnswer, .refusedUnclearly, .refusedUnclearly, .refusedAgain,
    ]
    static let saving: [Outcome] = [
        .saved, .saved, .saved, .unusable, .unwritable, .unreadableSpool,
    ]

    var description: String {
        switch self {
        case .rejected: ".rejected"
        case .photoMissing: ".photoMissing"
        case .interrupted: ".interrupted"
        case .setBack: ".setBack"
        case .cancelledBeforeCharge: ".cancelledBeforeCharge"
        case .picture: ".picture"
        case .noPicture: ".noPicture"
        case .refused: ".refused"
        case .halted: ".halted"
        case .rateLimited: ".rateLimited"
        case .serverError: ".serverError"
        case .serverErrorRetried: ".serverErrorRetried"
        case .unreachable: ".unreachable"
        case .cancelledUnsent: ".cancelledUnsent"
        case .lost: ".lost"
        case .serverErrorWithHint: ".serverErrorWithHint"
        case .cancelledSent: ".cancelledSent"
        case .notAnAnswer: ".notAnAnswer"
        case .refusedUnclearly: ".refusedUnclearly"
        case .refusedAgain: ".refusedAgain"
        case .saved: ".saved"
        case .unusable: ".unusable"
        case .unwritable: ".unwritable"
        case .unreadableSpool: ".unreadableSpool"
        }
    }

    /// What is known of the charge afterwards; `nil` where nothing new is.
    var charge: ChargeState? {
        switch self {
        case .rejected, .photoMissing, .interrupted, .setBack, .cancelledBeforeCharge, .saved,
            .unwritable, .unreadableSpool:
            nil
        case .picture, .noPicture, .unusable, .notAnAnswer: .paid
        case .refused, .halted, .rateLimited, .serverError, .serverErrorRetried,
            .serverErrorWithHint, .unreachable, .cancelledUnsent, .refusedUnclearly, .refusedAgain:
            .free
        case .lost, .cancelledSent: .unknown
        }
    }

    /// What becomes of the job.
    func job(now: Date) -> JobEnd {
        switch self {
        case .rejected: .rejected(reason: "bad_photo")
        case .photoMissing: .failed(reason: .photoMissing, detail: nil)
        case .interrupted: .waits(.interrupted, due: nil, countsAttempt: false)
        case .setBack: .setBack(detail: "words")
        case .cancelledBeforeCharge, .cancelledUnsent: .cancelled
        case .picture: .saving
        case .noPicture, .refused, .unusable: .failed(reason: .invalidRequest, detail: "words")
        case .halted: .waits(.providerHalted, due: nil, countsAttempt: false)
        case .rateLimited, .unreachable: .waits(.cooldown, due: nil, countsAttempt: false)
        case .serverError: .failed(reason: .serverError, detail: nil)
        case .notAnAnswer: .failed(reason: .unreadableAnswer, detail: nil)
        case .refusedAgain: .failed(reason: .refused, detail: nil)
        case .refusedUnclearly: .waits(.refused, due: now + 20, countsAttempt: true)
        case .serverErrorRetried, .serverErrorWithHint:
            .waits(.retry, due: now + 20, countsAttempt: true)
        case .lost: .uncertain(reason: .deadline, detail: nil)
        case .cancelledSent: .uncertain(reason: .cancelled, detail: nil)
        case .saved: .done
        case .unwritable: .failed(reason: .resultUnwritable, detail: nil)
        case .unreadableSpool: .failed(reason: .answerLost, detail: nil)
        }
    }

    /// What the gate hears.
    func gate(now: Date, input: String) -> GateChange? {
        switch self {
        case .rejected, .photoMissing, .interrupted, .setBack, .cancelledBeforeCharge,
            .cancelledUnsent, .cancelledSent, .saved, .unwritable, .unreadableSpool:
            nil
        case .picture, .noPicture, .refused, .unusable: .answered
        case .halted: .halt(reason: .keyInvalid, detail: nil)
        case .rateLimited: .cooldown(until: now + 300, reason: .tooManyRequests, detail: nil)
        case .serverError, .serverErrorRetried: .serverError(detail: nil)
        case .serverErrorWithHint: .serverError(until: now + 60, detail: nil)
        case .unreachable: .unreachable(detail: nil)
        case .lost: .unknownOutcome(detail: nil)
        case .notAnAnswer: .noAnswer(detail: nil)
        case .refusedUnclearly, .refusedAgain: .refused(input: input, detail: nil)
        }
    }

    /// What a paid charge comes to, in millionths of a US dollar; `nil` if the answer does not say it.
    var cost: Int? {
        switch self {
        case .picture: Self.spooledCost
        // Above the estimate, and above the bound.
        case .unusable: 40_500
        case .noPicture: 45_000
        default: nil
        }
    }

    /// What an answer in the spool came to.
    static let spooledCost = 38_700
    static let estimate = 39_000
    static let bound = 42_000
}
