import Foundation
import JobQueue

/// One step of a sequence that the queue and its model go through side by side.
///
/// Jobs and claims go by the number of the step that made them, so that a sequence keeps its meaning when steps are
/// taken out of it; a step that names what does not exist does nothing.
enum Operation: Sendable, Equatable {
    /// A person hands in a job; `key` 0 is none, and the job is due after so many seconds.
    case submit(job: Int, person: Int, key: Int, priority: Int, dueIn: Int, isFree: Bool)
    /// A worker asks for a job, of the provider that is paid, too, if it has a key.
    case claim(Int, worker: Int, hasKey: Bool)
    case record(claim: Int)
    case startCharge(claim: Int)
    /// The answer of a claim's request is put into the spool.
    case spool(claim: Int)
    case settle(claim: Int, Outcome)
    case cancel(job: Int)
    /// A person repeats a job as another one.
    case retry(job: Int, as: Int)
    case resolvePaid(job: Int)
    case resolveNotPaid(job: Int)
    case resolveReplaced(job: Int, by: Int)
    /// A worker is found dead.
    case die(worker: Int)
    /// A worker is found to have ended in order without putting its jobs back.
    case leave(worker: Int)
    /// The machine fails under a claimed job.
    case release(claim: Int)
    /// A worker starts and looks for spooled answers.
    case adoptAnswers
    /// A person's word lets a job go on from its spooled answer.
    case adoptAnswer(job: Int)
    case clearGate
    /// Other limits; `spend` 0 is none, else millionths of a US dollar.
    case setCap(Int, spend: Int, zone: Zone)
    /// The clock goes on, or back.
    case pass(seconds: Int)
    /// A worker starts, or sees that the clock was set back.
    case repairDueTimes
    /// Jobs that ended longer ago are removed.
    case prune(olderThan: Int)
    case forget(person: Int)
}

/// Whose day a cap counts.
enum Zone: Sendable, CaseIterable, CustomStringConvertible {
    case utc, honolulu, auckland

    var timeZone: TimeZone {
        switch self {
        case .utc: TestQueue.utc
        case .honolulu: TimeZone(secondsFromGMT: -10 * 3600) ?? TestQueue.utc
        case .auckland: TimeZone(identifier: "Pacific/Auckland") ?? TestQueue.utc
        }
    }

    var description: String {
        switch self {
        case .utc: ".utc"
        case .honolulu: ".honolulu"
        case .auckland: ".auckland"
        }
    }
}

extension Operation {
    /// The step as a line of Swift.
    var line: String { ".\(self)" }

    /// The provider whose jobs nobody is charged for.
    static let freeProvider = "free"

    /// Four photos, each of every fourth job.
    static func photo(of job: Int) -> String {
        String(repeating: String(job % 4), count: 64)
    }

    /// Each worker asks a model of its own.
    static func model(of worker: WorkerID) -> String { "model of \(worker)" }

    /// The spaces with webhooks; a third one is the command line's.
    static let spaces = [Space("app"), Space("shop")].compactMap(\.self)

    /// Four persons: of two ids, in each of the spaces.
    static func person(_ number: Int) -> Person {
        switch number {
        case 1: .known("anna", in: spaces[0])
        case 2: .known("anna")
        case 3: .known("anna", in: spaces[1])
        default: .known("bert", in: spaces[0])
        }
    }

    static func worker(_ number: Int) -> WorkerID {
        guard let id = WorkerID("worker-\(number)") else {
            preconditionFailure("\(number) is no worker")
        }
        return id
    }

    static func newJob(
        _ number: Int, person: Person, key: Int = 0, priority: Int = 0, due: Date? = nil,
        isFree: Bool = false, retryOf: JobID? = nil
    ) -> NewJob {
        NewJob(
            kind: .portrait, payload: "{}",
            provider: isFree ? freeProvider : TestQueue.draft.provider,
            person: person, key: key == 0 ? nil : "key-\(key)",
            input: JobInput(photo: photo(of: number), name: "me.jpg"), priority: priority,
            notBefore: due, retryOf: retryOf)
    }
}
