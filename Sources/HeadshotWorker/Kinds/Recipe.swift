import Foundation
import Generation
import JobQueue
import PromptFactory

/// How jobs of one kind are done; the order of things is the ``JobRunner``'s.
protocol Recipe: Sendable {
    /// Whether it does a job.
    func does(_ job: Job) -> Bool

    /// Does everything before money: refuses, makes it here, or says what to ask a model for.
    func prepare(_ claim: Claim, with bench: Workbench) async throws -> Prepared

    /// Judges an answer that was paid for, and says what is kept of it.
    func finish(
        _ answer: KeptAnswer, of claim: Claim, with bench: Workbench
    ) async throws -> Finished
}

extension Recipe {
    /// Most kinds ask no model, and so have no answer.
    func finish(
        _ answer: KeptAnswer, of claim: Claim, with bench: Workbench
    ) async throws -> Finished {
        .unusable(.unreadableAnswer, detail: "no model was to be asked for this job")
    }
}

/// Every recipe that the worker knows.
enum Recipes {
    /// A new kind of job is one more line.
    private static let all: [any Recipe] = [
        HeadshotByModel(), HeadshotMadeHere(), PhotoAnalysisRecipe(),
    ]

    /// The recipe of a job; `nil` for a kind that this program does not know.
    static func recipe(for job: Job) -> (any Recipe)? { all.first { $0.does(job) } }
}

/// What a job has become before money.
enum Prepared: Sendable {
    /// It ends, or waits.
    case ends(JobEnd)
    /// It was made here, and only has to be saved.
    case made(Product)
    /// A model has to be asked for it.
    case ask(Ask)
}

/// What a model is asked for.
struct Ask: Sendable {
    let prompt: Prompt
    let parts: [Part]
    let wants: Wanted
}

/// An answer that was paid for, and is on the disk.
struct KeptAnswer: Sendable {
    let entry: Spool.Entry
    let charge: Charge
}

/// What an answer that was paid for turned out to be.
enum Finished: Sendable {
    /// What was wanted.
    case product(Product)
    /// Something else; its bytes are kept for a person.
    case unusable(FailureReason, detail: String)
}

/// What a job made: files for the folder of results, and what the row keeps.
struct Product: Sendable {
    /// What follows the job's name in the names of its files.
    let name: String
    /// The file that people want, and its suffix; never written over another one.
    let bytes: Data
    let suffix: String
    /// Files beside it, by suffix.
    var beside: [String: Data] = [:]
    /// JSON for the row.
    let outcome: String
}

/// A step that leads on, or ends its job.
enum Step<Value: Sendable>: Sendable {
    case ends(JobEnd)
    case goesOn(Value)
}

extension JobEnd {
    /// The end of a job whose payload this program cannot read.
    static let unknownOrder = JobEnd.failed(reason: .unknownOrder, detail: unknownOrderDetail)
    /// Why it cannot.
    static let unknownOrderDetail = "written by another version of headshot"
}
