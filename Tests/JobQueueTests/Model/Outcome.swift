import Foundation
import JobQueue

/// What a worker can write at the end of a step; together they are all that the program's worker ever writes.
enum Outcome: Sendable, CaseIterable, CustomStringConvertible {
    // Before the charge.
    case rejected, photoMissing, interrupted, setBack, cancelledBeforeCharge
    // After the request.
    case picture, noPicture, refused, halted, rateLimited, serverError, serverErrorRetried
    case unreachable, cancelledUnsent, lost
    // With the answer in the spool.
    case saved, unusable, unwritable, unreadableSpool

    static let beforeCharge: [Outcome] = [
        .rejected, .photoMissing, .interrupted, .setBack, .cancelledBeforeCharge,
    ]
    static let afterRequest: [Outcome] = [
        .picture, .picture, .picture, .noPicture, .refused, .halted, .rateLimited, .serverError,
        .serverErrorRetried, .unreachable, .cancelledUnsent, .lost, .lost,
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
        case .picture, .noPicture, .unusable: .paid
        case .refused, .halted, .rateLimited, .serverError, .serverErrorRetried, .unreachable,
            .cancelledUnsent:
            .free
        case .lost: .unknown
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
        case .serverErrorRetried: .waits(.retry, due: now + 20, countsAttempt: true)
        case .lost: .uncertain(reason: .deadline, detail: nil)
        case .saved: .succeeded(result: "/results/one.png")
        case .unwritable: .failed(reason: .resultUnwritable, detail: nil)
        case .unreadableSpool: .failed(reason: .answerLost, detail: nil)
        }
    }

    /// What the gate hears.
    func gate(now: Date) -> GateChange? {
        switch self {
        case .rejected, .photoMissing, .interrupted, .setBack, .cancelledBeforeCharge,
            .cancelledUnsent, .lost, .saved, .unwritable, .unreadableSpool:
            nil
        case .picture, .noPicture, .refused, .unusable: .answered
        case .halted: .halt(reason: "key_invalid", detail: nil)
        case .rateLimited: .cooldown(until: now + 300, reason: "quota", detail: nil)
        case .serverError, .serverErrorRetried: .serverError(detail: nil)
        case .unreachable: .unreachable(detail: nil)
        }
    }

    /// Millionths of a US dollar.
    static let cost = 38_700
    static let estimate = 39_000
}
