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
    let status: HTTPResponse.Status
    /// A stable code for programs.
    let code: String
    /// A sentence for people, the same for each problem of a code.
    let title: String
    /// What is wrong here, and what to do; nil if the title says it all.
    var detail: String?
    /// Seconds until another try has a chance; nil if waiting does not help.
    var retryAfter: Int?
    /// When the plan has again what it refused; nil for every other problem.
    var available: Date?
    /// How many jobs pass the filter; nil for every other problem.
    var count: Int?
    /// What was found in a refused photo; empty for every other problem.
    var findings: [Finding] = []
    /// The headers that belong to it, beside those of every problem.
    var headers: HTTPFields = [:]

    private init(
        _ status: HTTPResponse.Status, _ code: String, _ title: String, _ detail: String? = nil,
        retryAfter: Int? = nil, available: Date? = nil, count: Int? = nil,
        findings: [Finding] = [], headers: HTTPFields = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.retryAfter = retryAfter
        self.available = available
        self.count = count
        self.findings = findings
        self.headers = headers
    }
}

/// All refusals.
extension Refusal {
    /// The words say what is wrong with a request that cannot be understood.
    static func malformed(_ detail: String) -> Self {
        Self(.badRequest, "malformed", "The request cannot be understood.", detail)
    }

    static let personMissing = Self(
        .badRequest, "person_missing", "The request names no person.",
        "Name the person in the header 'x-user-id'.")

    /// The person's id has another form than this token needs.
    static func personInvalid(_ detail: String) -> Self {
        Self(.badRequest, "person_invalid", "The person's id cannot be used.", detail)
    }

    static let unauthenticated = Self(
        .unauthorized, "unauthenticated", "There is no valid token.",
        "Send 'Authorization: Bearer' with a token of the space.",
        headers: [.wwwAuthenticate: "Bearer"])

    static func forbidden(_ scope: Access.Scope) -> Self {
        Self(
            .forbidden, "forbidden", "The token does not allow it.",
            "It needs the scope '\(scope.rawValue)'.")
    }

    /// An app's token is refused while nothing limits what it can spend.
    static let budgetMissing = Self(
        .forbidden, "budget_missing", "The space has no budget.",
        "An app's token is public; the operator sets a budget with 'headshot space set --budget'.")

    static let storeOnly = Self(
        .forbidden, "store_only", "This token can only post store webhooks.")
    static let featureOff = Self(.notFound, "feature_off", "The space does not offer this.")
    static let planRequired = Self(.forbidden, "plan_required", "The plan does not have this.")
    static let noFreeze = Self(.forbidden, "no_freeze", "There is no freeze left.")

    /// The streak goes on, or cannot be saved any more.
    static let freezeNotNeeded = Self(
        .conflict, "freeze_not_needed", "A freeze would not help now.")

    /// The person's plan has it again from this time on.
    static func scanLimit(_ available: Date) -> Self {
        Self(
            .forbidden, "scan_limit", "No scan is left in this plan for now.",
            "The next one is free at \(available.formatted(.iso8601)). A larger plan includes more.",
            available: available)
    }

    static func tooSoon(retryAfter seconds: Int) -> Self {
        Self(
            .tooManyRequests, "too_soon", "Only one frame every five seconds is analyzed.",
            retryAfter: seconds)
    }

    static let leaving = Self(.gone, "leaving", "This person is being deleted.")

    static func countChanged(_ count: Int) -> Self {
        Self(
            .conflict, "count_changed", "The filter matches other jobs now.",
            "There are \(count).", count: count)
    }

    static func tooMany(_ most: Int) -> Self {
        Self(
            .unprocessableContent, "too_many", "There are too many jobs for one request.",
            "Narrow the filter to at most \(most).")
    }

    /// There is no such thing, or it is another's.
    static let notFound = Self(.notFound, "not_found", "Not found.")

    static func methodNotAllowed(_ methods: [String]) -> Self {
        Self(
            .methodNotAllowed, "method_not_allowed", "This path does not allow the method.",
            "It takes \(methods.joined(separator: ", ")).",
            headers: [.allow: methods.joined(separator: ", ")])
    }

    static func alreadyEnded(_ state: JobState) -> Self {
        Self(.conflict, "already_ended", "The job has ended.", "It is \(state.rawValue).")
    }

    static func notEnded(_ state: JobState) -> Self {
        Self(.conflict, "not_ended", "The job has not ended.", "It is \(state.rawValue).")
    }

    /// The job's request may have been charged, and the client did not accept that.
    static let mayBeCharged = Self(
        .conflict, "may_be_charged", "The job's request may have been charged.",
        "Send \"accept_possible_charge\": true to repeat it anyway.")

    /// The job asked a model for a text, which is done once.
    static let askedOnce = Self(
        .conflict, "asked_once", "A model is asked only once, so this job cannot be repeated.")

    static let knownPaid = Self(.conflict, "known_paid", "The job's request was charged.")

    /// The job's request may still be on its way, from a machine that has lost the queue's server.
    static func tooEarly(until end: Date) -> Self {
        Self(
            .conflict, "too_early", "The job's request may still be on its way.",
            "Try again after \(end.formatted(.iso8601)).")
    }

    static let photoGone = Self(.conflict, "photo_gone", "The photo was deleted.")

    /// The space has no webhook, or its receiver wanted no more.
    static let webhookMissing = Self(
        .conflict, "webhook_missing", "The space has no webhook.",
        "The operator sets it with 'headshot space set --webhook'.")

    static func notReady(_ detail: String) -> Self {
        Self(.conflict, "not_ready", "There is no file.", detail)
    }

    static func unsupported(_ detail: String) -> Self {
        Self(.unsupportedMediaType, "unsupported", "The body has an unsupported type.", detail)
    }

    /// No encoding of a body is taken.
    static func encoded(_ encoding: String) -> Self {
        Self(
            .unsupportedMediaType, "unsupported", "The body has an unsupported type.",
            "It is encoded as '\(encoding)'; send the bytes as they are.",
            headers: [.acceptEncoding: "identity"])
    }

    static let codingUnknown = Self(
        .notImplemented, "coding_unknown", "The body has an unknown transfer coding.",
        "Send it in chunks, or with 'Content-Length'.")

    /// The photo cannot become anything, whatever is ordered.
    static func photoRefused(_ findings: [Finding]) -> Self {
        Self(
            .unprocessableContent, "photo_refused", "The photo cannot be used.",
            findings.map(\.sentence).joined(separator: " "), findings: findings)
    }

    static func photoRefused(_ photo: AnalyzedPhoto) -> Self {
        photoRefused(photo.findings.filter { $0.severity == .refusal })
    }

    /// The key belongs to another order, of this job.
    static func keyReused(_ job: JobID) -> Self {
        reused("It was used for the order of job \(job).")
    }

    static let scanKeyReused = reused("It was used for a scan of other photos.")

    static let momentReused = reused("The 'client_id' was used for a moment with other words.")

    static let frameReused = reused("The 'client_id' was used for another frame or question.")

    static func tooManyPersons(retryAfter seconds: Int) -> Self {
        Self(
            .tooManyRequests, "too_many_persons",
            "The app's limit of new people for today is reached.",
            retryAfter: seconds)
    }

    static func tooLarge(_ bytes: Int) -> Self {
        Self(
            .contentTooLarge, "too_large", "The body is too large.",
            "At most \(bytes) bytes are taken.", headers: leavesBody)
    }

    /// The request line and the headers are larger, or more, than the server reads.
    static let headersTooLarge = Self(
        .requestHeaderFieldsTooLarge, "headers_too_large",
        "The headers are too large, or too many.")

    static let tooSlow = Self(
        .requestTimeout, "too_slow", "The request did not arrive in time.",
        headers: leavesBody)

    static let misdirected = Self(
        .misdirectedRequest, "misdirected", "The server does not answer to this name.")

    static let notTheProxy = Self(
        .forbidden, "not_the_proxy", "Requests come through the proxy only.")

    static func rate(retryAfter seconds: Int) -> Self {
        Self(
            .tooManyRequests, "rate", "Too many requests. Please wait and try again.",
            retryAfter: seconds)
    }

    static func serverOnly(_ member: String) -> Self {
        Self(
            .forbidden, "server_only", "Only the token of a server may send this.",
            "Leave out '\(member)': an app's token is public, so anyone could send it.")
    }

    /// The person has as many streams, waiting answers, archives or photos on their way as a person may.
    static func tooManyOpen(retryAfter seconds: Int) -> Self {
        Self(
            .tooManyRequests, "too_many_open", "Too many requests of this person are open.",
            "Close a stream, a waiting request or an archive, or let a photo arrive, before opening "
                + "another.", retryAfter: seconds)
    }

    /// The space has its share of something, or all of it is taken.
    static func slotsTaken(retryAfter seconds: Int) -> Self {
        Self(
            .serviceUnavailable, "busy", "The queue is busy. Please try again.",
            retryAfter: seconds)
    }

    /// The server has as much of this sort to do as it can.
    static let busy = slotsTaken(retryAfter: 1)

    /// The queue cannot be written or read now: its server does not answer, another process holds its lock, or its files
    /// were replaced.
    static let queue = Self(
        .serviceUnavailable, "queue", "The queue does not answer now. Please try again.",
        retryAfter: 10)

    static let disk = Self(
        insufficientStorage, "disk", "The disk cannot be written.",
        retryAfter: 60)

    static let store = Self(
        .serviceUnavailable, "store", "Files cannot be stored or read now. Please try again.",
        retryAfter: 10)

    /// A fault of this program; the log has more.
    static let defect = Self(.internalServerError, "defect", "The server failed.")

    /// The day has no more free work for the person or the space, or the space's storage is full.
    static func limitReached(_ limit: LimitReached) -> Self {
        let isStorage = limit.name == .storage
        return Self(
            isStorage ? insufficientStorage : .tooManyRequests,
            isStorage ? "storage" : "free_limit",
            isStorage ? "The storage of the app is full." : "No free work is left for today.",
            "The limit '\(limit.name.rawValue)' is \(limit.most); the operator changes it "
                + "with 'headshot space set --limit'.", retryAfter: limit.retryAfter)
    }

    /// A name that a client gave belongs to something else.
    private static func reused(_ detail: String) -> Self {
        Self(
            .unprocessableContent, "key_reused",
            "The key belongs to another order.", detail)
    }

    private static let insufficientStorage = HTTPResponse.Status(
        code: 507, reasonPhrase: "Insufficient Storage")

    /// The rest of the request's body is on its way, and of no use.
    private static let leavesBody: HTTPFields = [.connection: "close"]
}

extension Refusal {
    /// What an error of the layers below means to a client, who learns nothing of the machine.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let problem as PersonProblem: self = Self(problem)
        case HTTPParserError.headerOverflow: self = .headersTooLarge
        case HTTPParserError.invalidEOFState, is ChannelError, is IOError:
            self = .malformed("The connection ended early.")
        case is HTTPParserError: self = .malformed("The request is not valid HTTP/1.1.")
        case JobQueueError.limitReached(let limit): self = .limitReached(limit)
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

    private init(_ problem: PersonProblem) {
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
