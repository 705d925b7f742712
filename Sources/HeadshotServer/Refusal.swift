import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import JobQueue
import NIOCore
import NIOHTTP1
import ObjectStore

/// Why a request is not done, and what the client reads of it.
struct Refusal: Error {
    let code: Code
    /// What is wrong here, and what to do; nil if the title says it all.
    var detail: String?
    /// Seconds until another try has a chance; nil if waiting does not help.
    var retryAfter: Int?
    /// When the plan has again what it refused; nil for every other problem.
    var available: Date?
    /// Whom the person has become; nil for every other problem.
    var mergedInto: String?
    /// The limit that is reached; nil for every other problem.
    var limit: SpaceLimits.Name?
    /// How many jobs pass the filter; nil for every other problem.
    var count: Int?
    /// The moment that has the client's name already; nil for every other problem.
    var moment: MomentResource?
    /// What was found in a refused photo; empty for every other problem.
    var findings: [Finding] = []
    /// The headers that belong to it, beside those of every problem.
    var headers: HTTPFields = [:]

    init(
        _ code: Code, _ detail: String? = nil, retryAfter: Int? = nil, headers: HTTPFields = [:]
    ) {
        self.code = code
        self.detail = detail
        self.retryAfter = retryAfter
        self.headers = headers
    }

    /// What all problems of a sort have in common; in snake case, the name is stable, for programs.
    enum Code: String {
        case malformed, personMissing, personInvalid, unauthenticated, forbidden, budgetMissing
        case storeOnly, serverOnly, featureOff, planRequired, noFreeze, freezeNotNeeded, scanLimit
        case tooSoon, leaving, countChanged, tooMany, notFound, methodNotAllowed, alreadyEnded
        case notEnded, mayBeCharged, askedOnce, knownPaid, tooEarly, photoGone, webhookMissing
        case notReady, unsupported, codingUnknown, photoRefused, keyReused, tooManyPersons, tooLarge
        case headersTooLarge, tooSlow, misdirected, notTheProxy, rate, tooManyOpen, busy, queue
        case disk, store, defect, storage, freeLimit, dailyCap, payLimit, consentMissing, deleted,
            merged, personBusy
    }
}

extension Refusal.Code {
    var name: String { rawValue.inSnakeCase }

    /// The status, and a sentence for people.
    var problem: (status: HTTPResponse.Status, title: String) {
        switch self {
        case .malformed: (.badRequest, "The request cannot be understood.")
        case .personMissing: (.badRequest, "The request names no person.")
        case .personInvalid: (.badRequest, "The person's id cannot be used.")
        case .unauthenticated: (.unauthorized, "There is no valid token.")
        case .forbidden: (.forbidden, "The token does not allow it.")
        case .budgetMissing: (.forbidden, "The space has no budget.")
        case .storeOnly: (.forbidden, "This token can only post store webhooks.")
        case .serverOnly: (.forbidden, "Only the token of a server may send this.")
        case .featureOff: (.notFound, "The space does not offer this.")
        case .planRequired: (.forbidden, "The plan does not have this.")
        case .noFreeze: (.forbidden, "There is no freeze left.")
        case .freezeNotNeeded: (.conflict, "A freeze would not help now.")
        case .scanLimit: (.forbidden, "No scan is left in this plan for now.")
        case .tooSoon: (.tooManyRequests, "Only one frame every five seconds is analyzed.")
        case .leaving: (.gone, "This person was deleted, or is being deleted.")
        case .countChanged: (.conflict, "The filter matches other jobs now.")
        case .tooMany: (.unprocessableContent, "There are too many jobs for one request.")
        case .notFound: (.notFound, "Not found.")
        case .methodNotAllowed: (.methodNotAllowed, "This path does not allow the method.")
        case .alreadyEnded: (.conflict, "The job has ended.")
        case .notEnded: (.conflict, "The job has not ended.")
        case .mayBeCharged: (.conflict, "The job's request may have been charged.")
        case .askedOnce: (.conflict, "A model is asked only once, so this job cannot be repeated.")
        case .knownPaid: (.conflict, "The job's request was charged.")
        case .tooEarly: (.conflict, "The job's request may still be on its way.")
        case .photoGone: (.conflict, "The photo was deleted.")
        case .webhookMissing: (.conflict, "The space has no webhook.")
        case .notReady: (.conflict, "There is no file.")
        case .unsupported: (.unsupportedMediaType, "The body has an unsupported type.")
        case .codingUnknown: (.notImplemented, "The body has an unknown transfer coding.")
        case .photoRefused: (.unprocessableContent, "The photo cannot be used.")
        case .keyReused: (.unprocessableContent, "The key belongs to another order.")
        case .tooManyPersons:
            (.tooManyRequests, "The app's limit of new people for today is reached.")
        case .tooLarge: (.contentTooLarge, "The body is too large.")
        case .headersTooLarge:
            (.requestHeaderFieldsTooLarge, "The headers are too large, or too many.")
        case .tooSlow: (.requestTimeout, "The request did not arrive in time.")
        case .misdirected: (.misdirectedRequest, "The server does not answer to this name.")
        case .notTheProxy: (.forbidden, "Requests come through the proxy only.")
        case .rate: (.tooManyRequests, "Too many requests. Please wait and try again.")
        case .tooManyOpen: (.tooManyRequests, "Too many requests of this person are open.")
        case .busy: (.serviceUnavailable, "The queue is busy. Please try again.")
        case .queue: (.serviceUnavailable, "The queue does not answer now. Please try again.")
        case .disk: (Self.insufficientStorage, "The disk cannot be written.")
        case .store: (.serviceUnavailable, "Files cannot be stored or read now. Please try again.")
        case .defect: (.internalServerError, "The server failed.")
        case .storage: (Self.insufficientStorage, "The storage of the app is full.")
        case .freeLimit: (.tooManyRequests, "No free work is left for today.")
        case .dailyCap: (.tooManyRequests, "No headshot is left for today.")
        case .payLimit: (.conflict, "This person's headshots may cost no more.")
        case .consentMissing:
            (.forbidden, "This person has not agreed to the use of an AI service.")
        case .deleted: (.gone, "It was deleted.")
        case .merged: (.gone, "This person has become another.")
        case .personBusy: (.conflict, "A job of this person is running.")
        }
    }

    private static let insufficientStorage = HTTPResponse.Status(
        code: 507, reasonPhrase: "Insufficient Storage")
}

/// All refusals.
extension Refusal {
    static let storeOnly = Self(.storeOnly)
    static let featureOff = Self(.featureOff)
    static let planRequired = Self(.planRequired)
    static let noFreeze = Self(.noFreeze)
    /// The streak goes on, or cannot be saved any more.
    static let freezeNotNeeded = Self(.freezeNotNeeded)
    static let leaving = Self(.leaving)
    /// There is no such thing, or it is another's.
    static let notFound = Self(.notFound)
    /// The job asked a model for a text, which is done once.
    static let askedOnce = Self(.askedOnce)
    static let knownPaid = Self(.knownPaid)
    static let photoGone = Self(.photoGone)
    static let misdirected = Self(.misdirected)
    static let notTheProxy = Self(.notTheProxy)
    /// The request line and the headers are larger, or more, than the server reads.
    static let headersTooLarge = Self(.headersTooLarge)
    static let tooSlow = Self(.tooSlow, headers: leavesBody)
    /// A fault of this program; the log has more.
    static let defect = Self(.defect)

    /// The server has as much of this sort to do as it can.
    static let busy = Self(.busy, retryAfter: 1)
    /// The queue cannot be written or read now: its server does not answer, another process holds its lock, or its files
    /// were replaced.
    static let queue = Self(.queue, retryAfter: 10)
    static let store = Self(.store, retryAfter: 10)
    static let disk = Self(.disk, retryAfter: 60)

    static let personMissing = Self(.personMissing, "Name the person in the header 'x-user-id'.")
    static let unauthenticated = Self(
        .unauthenticated, "Send 'Authorization: Bearer' with a token of the space.",
        headers: [.wwwAuthenticate: "Bearer"])
    /// An app's token is refused while nothing limits what it can spend.
    static let budgetMissing = Self(
        .budgetMissing,
        "An app's token is public; the operator sets a budget with 'headshot space set --budget'.")
    /// The job's request may have been charged, and the client did not accept that.
    static let mayBeCharged = Self(
        .mayBeCharged, "Send \"accept_possible_charge\": true to repeat it anyway.")
    /// The space has no webhook, or its receiver wanted no more.
    static let webhookMissing = Self(
        .webhookMissing, "The operator sets it with 'headshot space set --webhook'.")
    static let codingUnknown = Self(
        .codingUnknown, "Send it in chunks, or with 'Content-Length'.")

    /// The words say what is wrong with a request that cannot be understood.
    static func malformed(_ detail: String) -> Self { Self(.malformed, detail) }

    /// The person's id has another form than this token needs.
    static func personInvalid(_ detail: String) -> Self { Self(.personInvalid, detail) }

    static func notReady(_ detail: String) -> Self { Self(.notReady, detail) }

    static func unsupported(_ detail: String) -> Self { Self(.unsupported, detail) }

    static func forbidden(_ scope: Access.Scope) -> Self {
        Self(.forbidden, "It needs the scope '\(scope.rawValue)'.")
    }

    static func serverOnly(_ member: String) -> Self {
        Self(
            .serverOnly,
            "Leave out '\(member)': an app's token is public, so anyone could send it.")
    }

    /// The person's plan has it again from this time on.
    static func scanLimit(_ available: Date, now: Date) -> Self {
        var refusal = Self(
            .scanLimit,
            "The next one is free \(TimeWords.about(available, now: now)). A larger plan includes more."
        )
        refusal.available = available
        return refusal
    }

    /// The person's next slots come at this time.
    static func dailyCap(_ available: Date, now: Date) -> Self {
        let seconds = Int(clamping: available.timeIntervalSince(now), rounding: .up)
        var refusal = Self(
            .dailyCap,
            "More are free \(TimeWords.about(available, now: now)). Without 'only_today' the order waits for them.",
            retryAfter: max(1, seconds))
        refusal.available = available
        return refusal
    }

    static func countChanged(_ count: Int) -> Self {
        var refusal = Self(.countChanged, "There are \(count).")
        refusal.count = count
        return refusal
    }

    static func tooMany(_ most: Int) -> Self {
        Self(.tooMany, "Narrow the filter to at most \(most).")
    }

    static func methodNotAllowed(_ methods: [String]) -> Self {
        let methods = methods.joined(separator: ", ")
        return Self(.methodNotAllowed, "It takes \(methods).", headers: [.allow: methods])
    }

    static func alreadyEnded(_ state: JobState) -> Self {
        Self(.alreadyEnded, "It is \(state.rawValue).")
    }

    static func notEnded(_ state: JobState) -> Self {
        Self(.notEnded, "It is \(state.rawValue).")
    }

    /// The job's request may still be on its way, from a machine that has lost the queue's server.
    static func tooEarly(until end: Date) -> Self {
        Self(.tooEarly, "Try again after \(end.formatted(.iso8601)).")
    }

    /// No encoding of a body is taken.
    static func encoded(_ encoding: String) -> Self {
        Self(
            .unsupported, "It is encoded as '\(encoding)'; send the bytes as they are.",
            headers: [.acceptEncoding: "identity"])
    }

    /// The photo cannot become anything, whatever is ordered.
    static func photoRefused(_ findings: [Finding]) -> Self {
        var refusal = Self(.photoRefused, findings.map(\.sentence).joined(separator: " "))
        refusal.findings = findings
        return refusal
    }

    static func photoRefused(_ photo: AnalyzedPhoto) -> Self {
        photoRefused(photo.findings.filter { $0.severity == .refusal })
    }

    /// The key belongs to another order, of this job.
    static func keyReused(_ job: JobID) -> Self {
        Self(.keyReused, "It was used for the order of job \(job).")
    }

    static let scanKeyReused = Self(.keyReused, "It was used for a scan of other photos.")

    /// The client's name belongs to this moment.
    static func momentReused(_ moment: MomentResource) -> Self {
        var refusal = Self(.keyReused, "The 'client_id' was used for a moment with other words.")
        refusal.moment = moment
        return refusal
    }

    /// The moment was removed, and a client that sends it late must not bring it back.
    static let momentRemoved = Self(.deleted, "The moment with this 'client_id' was deleted.")

    /// The scan was removed, and a client that sends it late must not bring it back.
    static let scanRemoved = Self(.deleted, "The scan with this key was deleted.")

    /// A job of the order was removed, and an order that is sent late must not make it, and pay for it, again.
    static let orderRemoved = Self(
        .deleted, "What was ordered with this key was deleted; another order needs another key.")

    /// The person was merged into another.
    static func merged(into person: String) -> Self {
        var refusal = Self(.merged, "Use the id in 'merged_into'.")
        refusal.mergedInto = person
        return refusal
    }

    static let frameReused = Self(
        .keyReused, "The 'client_id' was used for another frame or question.")

    static func tooLarge(_ bytes: Int) -> Self {
        Self(.tooLarge, "At most \(bytes) bytes are taken.", headers: leavesBody)
    }

    /// The person has as many streams, waiting answers, archives or photos on their way as a person may.
    static func tooManyOpen(retryAfter seconds: Int) -> Self {
        Self(
            .tooManyOpen,
            "Close a stream, a waiting request or an archive, or let a photo arrive, before opening "
                + "another.", retryAfter: seconds)
    }

    /// The day has no more free work for the person or the space, or the space's storage is full.
    static func limitReached(_ limit: LimitReached) -> Self {
        var refusal = Self(
            limit.name == .storage ? .storage : .freeLimit,
            limit.retryAfter.map { "More is possible \(TimeWords.about(seconds: Double($0)))." },
            retryAfter: limit.retryAfter)
        refusal.limit = limit.name
        return refusal
    }

    /// What the person's link lets headshots cost is used up.
    static func payLimit(_ most: Int) -> Self {
        Self(.payLimit, "The limit of the link is \(MoneyWords.dollars(most)) in all.")
    }

    /// The rest of the request's body is on its way, and of no use.
    private static let leavesBody: HTTPFields = [.connection: "close"]
}

extension Refusal {
    /// What an error of the layers below means to a client, who learns nothing of the machine.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let problem as PersonProblem: self.init(of: problem)
        case HTTPParserError.headerOverflow: self = .headersTooLarge
        case HTTPParserError.invalidEOFState, is ChannelError, is IOError:
            self = .malformed("The connection ended early.")
        case is HTTPParserError: self = .malformed("The request is not valid HTTP/1.1.")
        case JobQueueError.limitReached(let limit): self = .limitReached(limit)
        case JobQueueError.payLimitReached(let most): self = .payLimit(most)
        case JobQueueError.busy, JobQueueError.unreachable, JobQueueError.readOnly,
            JobQueueError.outcomeUnknown, JobQueueError.connectionRefused,
            JobQueueError.notReconciled,
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

    private init(of problem: PersonProblem) {
        switch problem {
        case .featureOff: self = .featureOff
        case .leaving: self = .leaving
        case .notFound: self = .notFound
        case .malformed(let detail): self = .malformed(detail)
        case .freezeNotNeeded: self = .freezeNotNeeded
        case .noFreeze: self = .noFreeze
        }
    }
}
