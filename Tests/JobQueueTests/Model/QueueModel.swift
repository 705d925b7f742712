import Foundation
import JobQueue

/// The queue's rules once more, in memory and without regard to cost: what ``JobStore`` must do, step by step.
struct QueueModel: Equatable {
    /// Everything that can be seen of the queue; dates are seconds since the start.
    struct Sight: Equatable {
        var jobs: [ModelJob] = []
        var charges: [ModelCharge] = []
        /// The provider's own first.
        var gates: [ModelGate] = []
        /// The charges' states in the payments journal, in order.
        var journal: [String] = []
        /// The ends of jobs that their app's webhook is told of; only of the real queue.
        var told: Set<String> = []
    }

    /// What a worker remembers of a job that it claimed, whether or not it still holds it.
    struct Hold: Equatable {
        let job: JobID
        let token: String
        let worker: WorkerID
        let due: Int
        let isFree: Bool
        let input: String?
        var charge: Int64?
        var isSaving: Bool
    }

    var sight = Sight()
    var now = 0
    var cap = DailyCap.ten
    /// The budget of the space of every other person.
    static let spaceBudget = 130_000
    /// Until when spaces have no money left.
    var spent: [String: Int] = [:]
    /// The day on which a budget held a charge back last.
    var shortDay: String?
    var holds: [Int: Hold] = [:]
    /// For each worker and provider, the space of the job that was claimed last.
    var lastServed: [WorkerID: [String: Space]] = [:]
    /// The tokens that running jobs are held by.
    var tokens: [JobID: String] = [:]
    var spool: [Int64] = []
    /// The jobs by the numbers of the steps that made them.
    var ids: [Int: JobID] = [:]
    /// The number of the newest job, whether or not it is still there.
    var lastID: Int64 = 0
    /// Seconds that a job waits after its worker's first death.
    var firstWait = 1

    /// The moment of a model's second.
    static func date(_ seconds: Int) -> Date { TestQueue.now + Double(seconds) }

    /// The model's second of a moment.
    static func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince(TestQueue.now)) }

    /// Does a step and says what the store must answer.
    mutating func apply(_ operation: Operation) -> String {
        switch operation {
        case .submit(let job, let person, let key, let priority, let dueIn, let isFree):
            submit(
                job,
                Operation.newJob(
                    job, person: Operation.person(person), key: key, priority: priority,
                    isFree: isFree),
                due: now + dueIn)
        case .claim(let number, let worker, let hasKey):
            claim(number, by: Operation.worker(worker), hasKey: hasKey)
        case .record(let claim): record(claim)
        case .startCharge(let claim): startCharge(claim)
        case .spool(let claim): keep(claim)
        case .settle(let claim, let outcome): settle(claim, outcome)
        case .cancel(let job): cancel(id(job))
        case .retry(let job, let copy): retry(id(job), as: copy)
        case .resolvePaid(let job): resolvePaid(id(job))
        case .resolveNotPaid(let job): resolveNotPaid(id(job))
        case .resolveReplaced(let job, let copy): resolveReplaced(id(job), by: copy)
        case .die(let worker): recover(Operation.worker(worker), wasKilled: true)
        case .leave(let worker): recover(Operation.worker(worker), wasKilled: false)
        case .release(let claim): release(claim)
        case .adoptAnswers: recover(nil, wasKilled: false)
        case .adoptAnswer(let job): adopt(id(job))
        case .clearGate: clearGate()
        case .setCap(let charges, let spend, let zone):
            setCap(
                DailyCap(
                    charges: charges, spend: spend == 0 ? nil : spend, timeZone: zone.timeZone))
        case .pass(let seconds): pass(seconds)
        case .repairDueTimes: repairDueTimes()
        case .prune(let age): prune(olderThan: age)
        case .forget(let person): forget(Operation.person(person))
        }
    }

    /// The job that a step made; a name that no job has where it made none.
    func id(_ number: Int) -> JobID { ids[number] ?? Self.nobody }

    static let nobody = known(0)

    static func known(_ number: Int64) -> JobID {
        guard let id = JobID(rawValue: number) else { preconditionFailure("\(number)") }
        return id
    }

    func index(of id: JobID) -> Int? { sight.jobs.firstIndex { $0.id == id } }

    /// The charge of a job that is not known to be free.
    func openCharge(of id: JobID) -> Int? {
        sight.charges.firstIndex { $0.job == id && $0.state != .free }
    }

    private mutating func pass(_ seconds: Int) -> String {
        now += seconds
        return "passed"
    }
}

struct ModelJob: Equatable {
    let id: JobID
    let provider: String
    let person: Person
    let key: String?
    let input: String?
    let priority: Int
    var state = JobState.waiting
    var phase: JobPhase?
    var reason: String
    var due: Int
    let created: Int
    var started: Int?
    var owner: WorkerID?
    var isCancelRequested = false
    var attempts = 0
    var crashes = 0
    var refusals = 0
    var retryOf: JobID?
    var ended: Int?
    var findings: String?
    var result: String?
}

struct ModelCharge: Equatable {
    let id: Int64
    let job: JobID
    var person: Person?
    /// Stays when the person is forgotten.
    let space: Space
    let model: String
    let day: String
    let bound: Int
    var state = ChargeState.started
    var cost: Int?
    var settled: Int?
}

struct ModelGate: Equatable {
    /// `nil` for the whole provider.
    var model: String?
    /// `nil` while nothing was ever closed for a time.
    var opens: Int?
    /// `nil` is any number of requests at once.
    var allowed: Int?
    var isHalted = false
    var failures = 0
    var costlyFailures = 0
    var refusedInputs: [String] = []
    var reason = "open"
    var changed = 0
}
