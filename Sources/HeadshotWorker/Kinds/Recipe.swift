import Foundation
import Generation
public import JobQueue
import PromptFactory

/// How jobs of one kind are done; the ``JobRunner`` calls its steps in order.
protocol Recipe: Sendable {
    /// Takes a job; `nil` for one of another kind, and for one whose payload it does not understand.
    init?(_ job: Job)

    /// Does everything before a charge: refuses, makes the result here, or says what to ask a model for.
    func prepare(_ claim: Claim, with bench: Workbench) async throws -> Prepared

    /// Judges a paid answer that is on the disk, and returns what to keep of it.
    func finish(
        _ answer: Spool.Entry, _ charge: Charge, of claim: Claim, with bench: Workbench
    ) async throws -> Finished
}

extension Recipe {
    /// Most kinds ask no model, and so have no answer.
    func finish(
        _ answer: Spool.Entry, _ charge: Charge, of claim: Claim, with bench: Workbench
    ) async throws -> Finished {
        .unusable(.unreadableAnswer, detail: "no model was to be asked for this job")
    }
}

enum Recipes {
    private static let all: [any Recipe.Type] = [
        HeadshotByModel.self, HeadshotMadeHere.self, PhotoAnalysisRecipe.self, WordsByModel.self,
    ]

    /// The recipe of a job; `nil` for a kind or a payload that this program does not understand.
    static func recipe(for job: Job) -> (any Recipe)? {
        for recipe in all {
            if let recipe = recipe.init(job) { return recipe }
        }
        return nil
    }
}

enum Prepared: Sendable {
    /// It ends, or waits.
    case ends(JobEnd)
    /// It was made here, and only has to be saved.
    case made(Product)
    /// A model must be asked.
    case ask(Ask)
}

struct Ask: Sendable {
    let prompt: Prompt
    let parts: [Part]
    let wants: Wanted
}

enum Finished: Sendable {
    /// What was wanted.
    case product(Product)
    /// Words, as JSON for the row; they have no file.
    case words(String)
    /// Something else; its bytes are kept for inspection.
    case unusable(FailureReason, detail: String)
}

/// What a job made: files for the results folder, and JSON for the row.
struct Product: Sendable {
    /// The part of its file names after the job's name.
    let name: String
    /// The main file and its suffix; it never overwrites another file.
    let bytes: Data
    let suffix: String
    var beside: [String: Data] = [:]
    let outcome: String
    /// Whether the answer has other pictures, so that it is kept whole beside this one.
    var hasOthers = false

    /// The bytes of all of its files.
    var size: Int { beside.values.reduce(bytes.count) { $0 + $1.count } }
}

/// The result of a step: a value to continue with, or the job's end.
enum Step<Value: Sendable>: Sendable {
    case ends(JobEnd)
    case goesOn(Value)
}

extension Job {
    /// Whether this program understands the job's kind and payload; otherwise the job waits for a worker of a newer version.
    public var isUnderstood: Bool { Recipes.recipe(for: self) != nil }
}

extension JobEnd {
    /// Leaves a job that this worker does not understand to others, without an attempt.
    ///
    /// A claim hands out no such job; this keeps a mistake there from ending one.
    static let leftToOthers = JobEnd.waits(
        .interrupted, due: nil, countsAttempt: false,
        detail: "written by a newer version of headshot")
}
