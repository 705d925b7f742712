import Answers
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import JobQueue
import NIOCore
import NIOHTTP1
import ObjectStore

/// Why a request is not done.
enum Refusal: Error {
    /// The request cannot be understood; the words say what is wrong.
    case malformed(String)
    /// The request needs a person, and names none.
    case personMissing
    /// The person's id has another form than this token needs.
    case personInvalid(String)
    /// There is no valid token.
    case unauthenticated
    /// The token does not allow it.
    case forbidden(Access.Scope)
    /// An app's token is refused while nothing limits what it can spend.
    case budgetMissing
    /// A store's token brings the store's news, and does nothing else.
    case storeOnly
    /// The space does not offer it.
    case featureOff
    /// The person's plan does not have it.
    case planRequired
    /// The person has no freeze that is not used.
    case noFreeze
    /// The streak goes on, or cannot be saved any more.
    case freezeNotNeeded
    /// The name belongs to a moment with other words.
    case momentReused
    /// The person's plan has it again from this time on.
    case scanLimit(Date)
    /// The last frame was a moment ago; seconds until the next is looked at.
    case tooSoon(retryAfter: Int)
    /// The name belongs to another frame.
    case frameReused
    /// All that is the person's is being removed.
    case leaving
    /// Another number of jobs passes the filter than the client was shown.
    case countChanged(Int)
    /// There are more jobs than one request may change.
    case tooMany(Int)
    /// There is no such thing, or it is another's.
    case notFound
    /// The path takes other methods, which are listed.
    case methodNotAllowed([String])
    /// The job has ended.
    case alreadyEnded(JobState)
    /// The job has not ended.
    case notEnded(JobState)
    /// The job's request may have been charged, and the client did not accept that.
    case mayBeCharged
    /// The job asked a model for words, which is done once.
    case askedOnce
    /// The job's request was answered, and so charged.
    case knownPaid
    /// The job's request may still be on its way, from a machine that has lost the queue's server.
    case tooEarly(until: Date)
    /// The photo is no longer in the store.
    case photoGone
    /// The space has no webhook, or its receiver wanted no more.
    case webhookMissing
    /// There is no file yet, or none any more.
    case notReady(String)
    /// The body has another type than the route takes.
    case unsupported(String)
    /// The body is encoded like this; no encoding is taken.
    case encoded(String)
    /// The body is transferred in another coding than in chunks.
    case codingUnknown
    /// The photo cannot become anything, whatever is ordered.
    case photoRefused([Finding])
    /// The key belongs to another order, of this job.
    case keyReused(JobID)
    /// The key belongs to a scan of other photos.
    case scanKeyReused
    /// The space has met as many new persons as it may today; seconds until the next day.
    case tooManyPersons(retryAfter: Int)
    /// The body is larger than so many bytes.
    case tooLarge(Int)
    /// The request line and the headers are larger, or more, than the server reads.
    case headersTooLarge
    /// The body did not arrive in time.
    case tooSlow
    /// The server does not answer to the name in `Host`.
    case misdirected
    /// The request came from another machine than the proxy.
    case notTheProxy
    /// The token was used too often; seconds until it may be used again.
    case rate(retryAfter: Int)
    /// Only the token of a server may send this member of a body.
    case serverOnly(String)
    /// The person has as many streams, waiting answers, archives or photos on their way as a person may; seconds until another
    /// try.
    case tooManyOpen(retryAfter: Int)
    /// The space has its share of these, or all are taken; seconds until another try.
    case slotsTaken(retryAfter: Int)
    /// The day has no more free work for the person or the space, or the space's storage is full.
    case limitReached(LimitReached)
    /// The server has as much of this sort to do as it can.
    case busy
    /// The queue cannot be written or read now: its server does not answer, another process holds its lock, or its files
    /// were replaced.
    case queue
    /// The disk cannot be written.
    case disk
    /// The store of the files does not answer.
    case store
    /// A fault of this program; the log has more.
    case defect

    var status: HTTPResponse.Status {
        switch self {
        case .malformed, .personMissing, .personInvalid: .badRequest
        case .unauthenticated: .unauthorized
        case .forbidden, .budgetMissing, .storeOnly, .notTheProxy, .planRequired, .scanLimit,
            .noFreeze, .serverOnly:
            .forbidden
        case .notFound, .featureOff: .notFound
        case .leaving: .gone
        case .methodNotAllowed: .methodNotAllowed
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .alreadyEnded, .notEnded, .mayBeCharged, .knownPaid, .tooEarly, .photoGone,
            .webhookMissing, .notReady, .freezeNotNeeded, .askedOnce, .countChanged:
            .conflict
        case .unsupported, .encoded: .unsupportedMediaType
        case .codingUnknown: .notImplemented
        case .photoRefused, .keyReused, .scanKeyReused, .momentReused, .frameReused, .tooMany:
            .unprocessableContent
        case .tooManyPersons, .tooSoon, .tooManyOpen: .tooManyRequests
        case .tooLarge: .contentTooLarge
        case .tooSlow: .requestTimeout
        case .misdirected: .misdirectedRequest
        case .rate: .tooManyRequests
        case .busy, .slotsTaken, .queue, .store: .serviceUnavailable
        case .limitReached(let limit) where limit.name != .storage: .tooManyRequests
        case .disk, .limitReached:
            HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        case .defect: .internalServerError
        }
    }

    /// A stable code for programs.
    var code: String {
        switch self {
        case .malformed: "malformed"
        case .personMissing: "person_missing"
        case .personInvalid: "person_invalid"
        case .unauthenticated: "unauthenticated"
        case .forbidden: "forbidden"
        case .budgetMissing: "budget_missing"
        case .storeOnly: "store_only"
        case .featureOff: "feature_off"
        case .planRequired: "plan_required"
        case .noFreeze: "no_freeze"
        case .freezeNotNeeded: "freeze_not_needed"
        case .scanLimit: "scan_limit"
        case .leaving: "leaving"
        case .countChanged: "count_changed"
        case .tooMany: "too_many"
        case .notFound: "not_found"
        case .methodNotAllowed: "method_not_allowed"
        case .headersTooLarge: "headers_too_large"
        case .alreadyEnded: "already_ended"
        case .notEnded: "not_ended"
        case .mayBeCharged: "may_be_charged"
        case .askedOnce: "asked_once"
        case .knownPaid: "known_paid"
        case .tooEarly: "too_early"
        case .photoGone: "photo_gone"
        case .webhookMissing: "webhook_missing"
        case .notReady: "not_ready"
        case .unsupported, .encoded: "unsupported"
        case .codingUnknown: "coding_unknown"
        case .photoRefused: "photo_refused"
        case .keyReused, .scanKeyReused, .momentReused, .frameReused: "key_reused"
        case .tooSoon: "too_soon"
        case .tooManyPersons: "too_many_persons"
        case .tooLarge: "too_large"
        case .tooSlow: "too_slow"
        case .misdirected: "misdirected"
        case .notTheProxy: "not_the_proxy"
        case .rate: "rate"
        case .serverOnly: "server_only"
        case .tooManyOpen: "too_many_open"
        case .limitReached(let limit): limit.name == .storage ? "storage" : "free_limit"
        case .busy, .slotsTaken: "busy"
        case .disk: "disk"
        case .queue: "queue"
        case .store: "store"
        case .defect: "defect"
        }
    }

    /// A sentence for people, the same for each problem of a code.
    var title: String {
        switch self {
        case .malformed: "The request cannot be understood."
        case .personMissing: "The request names no person."
        case .personInvalid: "The person's id cannot be used."
        case .unauthenticated: "There is no valid token."
        case .forbidden: "The token does not allow it."
        case .budgetMissing: "The space has no budget."
        case .storeOnly: "The token only brings a store's news."
        case .featureOff: "The space does not offer this."
        case .planRequired: "The plan does not have this."
        case .noFreeze: "There is no freeze left."
        case .freezeNotNeeded: "A freeze would not help now."
        case .scanLimit: "The plan's scan is used up."
        case .leaving: "All that is this person's is being removed."
        case .countChanged: "Other jobs pass the filter than before."
        case .tooMany: "There are too many jobs for one request."
        case .notFound: "There is no such thing."
        case .methodNotAllowed: "The path takes other methods."
        case .headersTooLarge: "The headers are too large, or too many."
        case .alreadyEnded: "The job has ended."
        case .notEnded: "The job has not ended."
        case .mayBeCharged: "The job's request may have been charged."
        case .askedOnce: "A model is asked about a thing once."
        case .knownPaid: "The job's request was charged."
        case .tooEarly: "The job's request may still be on its way."
        case .photoGone: "The photo is gone."
        case .webhookMissing: "The space has no webhook."
        case .notReady: "There is no file."
        case .unsupported, .encoded: "The body has a type that is not taken."
        case .codingUnknown: "The body has a transfer coding that is not known."
        case .photoRefused: "The photo cannot be used."
        case .tooSoon: "A frame is looked at every five seconds."
        case .keyReused, .scanKeyReused, .momentReused, .frameReused:
            "The key belongs to another order."
        case .tooManyPersons: "The app has met as many new people as it may today."
        case .tooLarge: "The body is too large."
        case .tooSlow: "The request did not arrive in time."
        case .misdirected: "The server does not answer to this name."
        case .notTheProxy: "Requests come through the proxy only."
        case .rate: "Too many requests. Please wait and try again."
        case .serverOnly: "Only the token of a server may send this."
        case .tooManyOpen: "Too many requests of this person are open."
        case .limitReached(let limit):
            limit.name == .storage
                ? "The storage of the app is full." : "Nothing more is free today."
        case .busy, .slotsTaken: "The queue is busy. Please try again."
        case .disk: "The disk cannot be written."
        case .queue: "The queue does not answer now. Please try again."
        case .store: "Files cannot be stored or read now. Please try again."
        case .defect: "The server failed."
        }
    }

    /// What is wrong here, and what to do; nil if the title says it all.
    var detail: String? {
        switch self {
        case .malformed(let words), .personInvalid(let words), .notReady(let words): words
        case .personMissing: "Name the person in the header 'x-user-id'."
        case .unauthenticated: "Send 'Authorization: Bearer' with a token of the space."
        case .forbidden(let scope): "It needs the scope '\(scope.rawValue)'."
        case .budgetMissing:
            "An app's token is public; the operator sets a budget with 'headshot space set --budget'."
        case .webhookMissing: "The operator sets it with 'headshot space set --webhook'."
        case .mayBeCharged: "Send \"accept_possible_charge\": true to repeat it anyway."
        case .scanLimit(let moment):
            "The next one is free at \(moment.formatted(.iso8601)). A larger plan has more."
        case .tooEarly(let end): "Try again after \(end.formatted(.iso8601))."
        case .countChanged(let count): "There are \(count)."
        case .tooMany(let most): "Narrow the filter to at most \(most)."
        case .alreadyEnded(let state), .notEnded(let state): "It is \(state.rawValue)."
        case .unsupported(let words): words
        case .encoded(let encoding):
            "It is encoded as '\(encoding)'; send the bytes as they are."
        case .codingUnknown: "Send it in chunks, or with 'Content-Length'."
        case .photoRefused(let findings): findings.map(\.sentence).joined(separator: " ")
        case .keyReused(let job): "It was used for the order of job \(job)."
        case .scanKeyReused: "It was used for a scan of other photos."
        case .momentReused: "The 'client_id' was used for a moment with other words."
        case .frameReused: "The 'client_id' was used for another frame or question."
        case .serverOnly(let member):
            "Leave out '\(member)': an app's token is public, so anyone could send it."
        case .tooManyOpen:
            "Close a stream, a waiting request or an archive, or let a photo arrive, before opening "
                + "another."
        case .limitReached(let limit):
            "The limit '\(limit.name.rawValue)' is \(limit.most); the operator changes it with "
                + "'headshot space set --limit'."
        case .tooLarge(let limit): "At most \(limit) bytes are taken."
        case .methodNotAllowed(let methods): "It takes \(methods.joined(separator: ", "))."
        case .noFreeze, .freezeNotNeeded, .askedOnce, .knownPaid, .photoGone, .storeOnly,
            .featureOff,
            .planRequired, .leaving, .notFound,
            .headersTooLarge,
            .tooSlow, .misdirected, .notTheProxy, .rate, .tooSoon,
            .tooManyPersons, .busy, .slotsTaken, .queue, .disk, .store, .defect:
            nil
        }
    }

    /// Seconds until another try has a chance; nil if waiting does not help.
    var retryAfter: Int? {
        switch self {
        case .rate(let seconds), .tooManyPersons(let seconds), .tooSoon(let seconds),
            .tooManyOpen(let seconds), .slotsTaken(let seconds):
            seconds
        case .limitReached(let limit): limit.retryAfter
        case .busy: 1
        case .disk: 60
        case .queue, .store: 10
        default: nil
        }
    }

    /// When the plan has again what it refused; nil for every other problem.
    var available: Date? {
        if case .scanLimit(let moment) = self { moment } else { nil }
    }

    /// How many jobs pass the filter; nil for every other problem.
    var count: Int? {
        if case .countChanged(let count) = self { count } else { nil }
    }

    /// What was found in a refused photo; empty for every other problem.
    var findings: [Finding] {
        if case .photoRefused(let findings) = self { findings } else { [] }
    }

    /// What an error of the layers below means to a client, who learns nothing of the machine.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case HTTPParserError.headerOverflow: self = .headersTooLarge
        case HTTPParserError.invalidEOFState, is ChannelError, is IOError:
            self = .malformed("The connection ended early.")
        case is HTTPParserError: self = .malformed("The request is not valid HTTP/1.1.")
        case JobQueueError.limitReached(let limit): self = .limitReached(limit)
        case JobQueueError.busy, JobQueueError.unreachable, JobQueueError.readOnly,
            JobQueueError.outcomeUnknown, JobQueueError.denied, JobQueueError.notReconciled,
            JobQueueError.replaced, JobQueueError.beingMoved, JobQueueError.moveInterrupted,
            JobQueueError.wasMoved:
            self = .queue
        case let error as StorageError where error.isOfStore: self = .store
        case JobQueueError.disk, is StorageError: self = .disk
        case WorkerError.photoGone: self = .photoGone
        case WorkerError.decoderKilled: self = .busy
        default: self = .defect
        }
    }
}
