import ArgumentParser
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Setup
import PromptFactory
import Validation

/// Filters of jobs: shared by the commands that show or change several.
struct JobFilterOptions: ParsableArguments {
    @Option(help: "Only jobs in this state; may be given several times.")
    var state: [JobState] = []

    @Option(
        help: ArgumentHelp(
            "Only jobs with this reason, as 'list --json' names it; may be given several times.",
            "reason"), completion: .list(JobReason.codes), transform: JobReason.init(named:))
    var reason: [JobReason] = []

    @OptionGroup var owner: PersonFilter

    @Option(
        help: ArgumentHelp(
            "Only this style, as 'left-casual'; may be given several times.", "style"))
    var style: [Style] = []

    @Option(help: "Only jobs of this kind.")
    var kind: JobKind?

    @Option(help: "Only jobs that this provider does.")
    var provider: ProviderKind?

    @Option(
        help: ArgumentHelp(
            "Only jobs submitted on this day, as 2026-11-21, in the queue's time zone.", "day"))
    var day: LocalDay?

    /// Whether every job passes.
    var isEmpty: Bool {
        state.isEmpty && reason.isEmpty && owner.space == nil && owner.person == nil
            && style.isEmpty && provider == nil && kind == nil && day == nil
    }

    /// The filter of the queue.
    ///
    /// - Parameter states: The states to choose if none is named.
    func filter(in zone: TimeZone, states: [JobState] = []) -> JobFilter {
        JobFilter(
            states: state.isEmpty ? states : state, reasons: reason.map(\.code),
            space: owner.space, person: owner.person, provider: provider?.rawValue, kind: kind,
            payloads: style.map { HeadshotOrder.pattern(of: $0) },
            submitted: day?.moments(in: zone))
    }

    /// Refuses a state to which a command does not apply.
    func mustBe(in states: [JobState], toBe done: String) throws {
        guard let other = state.first(where: { !states.contains($0) }) else { return }
        let names = states.map(\.rawValue).joined(separator: " or ")
        throw UsageError(
            "Jobs that are \(other.rawValue) cannot be \(done), only those that are \(names).")
    }

    /// The filters in words, for a heading.
    var words: [String] {
        [owner.space?.rawValue, owner.person?.label].compactMap { $0 } + state.map(\.rawValue)
            + reason.map(\.code) + style.map(\.name)
            + [provider?.rawValue, kind?.rawValue, day?.description].compactMap { $0 }
    }
}

/// The jobs that a command works on: named one by one, or all that pass filters.
struct JobChoiceOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The jobs.", "id"), completion: .jobs)
    var jobs: [String] = []

    @Flag(help: "All jobs that pass the filters, instead of named ones.")
    var all = false

    @OptionGroup(title: "Filters, with --all") var filter: JobFilterOptions

    func validate() throws {
        if jobs.isEmpty, !all {
            throw UsageError("Name a job, or use --all, for instance with --person anna.")
        }
        if !jobs.isEmpty, all || !filter.isEmpty {
            throw UsageError("Name jobs or choose them with --all and filters, not both.")
        }
    }
}

/// A reason's code as stored in the queue: why a job waits, or how it ended.
struct JobReason: Equatable, Sendable {
    let code: String

    /// All codes that this program writes.
    static let codes: [String] = Set(
        JobState.allCases.flatMap(\.reasons) + JobEnd.rejectionReasons
    ).sorted()
}

/// The name of a rule with which something was found in a photo or a headshot.
struct FindingName: Equatable, Sendable {
    let name: String

    /// All names that this program writes.
    static let names: [String] = Set(
        PictureRule.names + FaceRules.names + LocalRule.allCases.map(\.rawValue)
            + HeadshotRule.allCases.map(\.rawValue)
    ).sorted()

    /// Whether one of some rules found something in a job's photo or in its headshot.
    static func found(_ names: [FindingName], in job: Job) -> Bool {
        // Few texts have the name, and to decode all of them takes minutes for a million jobs.
        let texts = [job.findings, job.outcome].compactMap(\.self)
        let named = names.filter { name in texts.contains { $0.contains(name.name) } }
        guard !named.isEmpty else { return false }
        let findings = job.photoFindings + (job.headshotAnalysis?.findings ?? [])
        return findings.contains { finding in named.contains { $0.name == finding.rule } }
    }
}

extension FindingName {
    /// The rule of a name; throws the names that there are.
    init(named name: String) throws {
        self.init(name: try KnownWord.one(name, of: Self.names))
    }
}

extension JobReason {
    /// The reason of a code; throws the codes that there are.
    init(named code: String) throws {
        self.init(code: try KnownWord.one(code, of: Self.codes))
    }
}

/// A word that is one of many, too many for the help.
private enum KnownWord {
    static func one(_ word: String, of words: [String]) throws -> String {
        guard !words.contains(word) else { return word }
        let nearest = NearestWord.of(word, in: words).map { " Did you mean '\($0)'?" } ?? ""
        throw UsageError(
            "The name is not known.\(nearest) Known names: \(words.joined(separator: ", "))")
    }
}
