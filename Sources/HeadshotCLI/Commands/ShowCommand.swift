import Answers
import ArgumentParser
import Decoding
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Setup

/// `headshot show`: prints everything that is stored about one job.
struct ShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "show", "Show everything that is kept of a job.",
        """
        With --json also the prompt's text, the facts of the photo, and each finding with its rule, the value \
        seen and the limit. Money is in millionths of a US dollar; what is not known is left out.
        """,
        examples: ["headshot show 7m2kq4x0ab", "headshot show 7m2kq4x0ab --json"],
        exits: [.disk, .away, .configuration])

    @Argument(help: ArgumentHelp("The job.", "id"), completion: .jobs)
    var job: String

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let found = try await session.job(job)
        let now = session.now
        let surroundings = try await JobSurroundings(of: [found.job], in: session.store)
        let report = JobReport(
            JobSummary(found.job, in: surroundings, results: session.results, now: now),
            found.charges, keptAnswer: await session.home.keptAnswer(to: found.charges))
        try Output.print(report, asJSON: output.json)
    }
}

/// Everything that is stored about one job.
struct JobReport: CommandAnswer {
    private let summary: JobSummary
    private let facts: JobFacts?
    private let findings: [Finding]
    private let headshot: HeadshotAnalysis?
    private let charges: [ChargeReport]
    /// The path of an answer's body that is kept.
    private let keptAnswer: String?
    private let nextStep: String?
    private let timeZone: TimeZone

    init(
        _ summary: JobSummary, _ charges: [Charge], keptAnswer: String? = nil,
        timeZone: TimeZone = TimeWords.zone
    ) {
        let job = summary.job
        self.summary = summary
        facts = job.photoFacts
        findings = job.photoFindings
        headshot = job.headshotAnalysis
        self.charges = charges.map(ChargeReport.init)
        self.keptAnswer = keptAnswer
        nextStep =
            keptAnswer != nil && job.state == .uncertain
            ? NextStep.resolveKept(job.id) : job.nextStep(charges)
        self.timeZone = timeZone
    }

    private var job: Job { summary.job }

    /// Encodes the job's own fields at the top level, under the same names as in a list.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        try encoder.encode([
            "priority": job.priority, "key": job.key,
            "photoSHA256": job.input.map(PhotoName.digest), "attempts": job.attempts,
            "workerDeaths": job.crashes, "retryOf": job.retryOf?.description,
            "detail": job.detail, "promptVersion": job.promptVersion, "prompt": job.prompt,
            "facts": facts, "findings": findings, "headshot": headshot,
            "quotedModel": job.quote?.model, "quotedPriceMicroUSD": job.quote?.price,
            "charges": charges, "keptAnswer": keptAnswer,
        ])
    }

    var text: String {
        var fields = FieldList()
        fields.add("job", job.id.description)
        fields.add("state", job.state.rawValue)
        fields.add("", summary.sentence)
        fields.add("next", nextStep)
        fields.add("detail", job.detail?.printable)
        fields.add(job.kind == .headshot ? "headshot" : "file", summary.result?.printable)
        fields.add("", headshot?.facts?.score.map { "score \($0.value) of 10" })
        fields.add("", headshot?.comparison?.verdict.sentence)
        for finding in headshot?.findings ?? [] {
            fields.add("", finding.sentence.printable)
        }
        if summary.style == nil { fields.add("kind", job.kind.rawValue.printable) }
        fields.add("style", summary.style)
        fields.add("backdrop", (headshot?.making?.backdrop ?? summary.backdrop)?.rawValue)
        fields.add("provider", job.provider.printable)
        if summary.style != nil {
            fields.add("", ProviderKind(rawValue: job.provider)?.description)
        }
        fields.add("space", job.person.space.named)
        fields.add("person", job.person.rawValue)
        fields.add("photo", photoLine)
        fields.add("score", facts?.score.map { "\($0.value) of 10" })
        for finding in findings { fields.add("finding", sentence(of: finding)) }
        if let face = facts?.face {
            for field in FaceWords(face).fields { fields.add(field.name, field.value) }
        }
        fields.add("key", job.key?.printable)
        fields.add("priority", job.priority == 0 ? nil : String(job.priority))
        fields.add("repeats", job.retryOf?.description)
        fields.add("prompt", job.promptVersion.map { "version \($0)" })
        fields.add("attempts", attemptsLine)
        fields.add("price", quoteLine)
        for charge in charges { fields.add("charge", charge.line(in: timeZone)) }
        fields.add("answer", keptAnswer?.printable)
        fields.add("submitted", moment(job.created))
        fields.add("due", summary.due.map(moment))
        fields.add("started", job.started.map(moment))
        fields.add("ended", job.ended.map(moment))
        return fields.text
    }

    private var photoLine: String {
        let name = (job.inputName ?? "").printable
        return facts.map { "\(name) (\($0.file.words))" } ?? name
    }

    private var quoteLine: String? {
        job.quote.map { quote in
            let price = quote.price.map { "about \(MoneyWords.dollars($0))" }
            return "\(price ?? "an unknown price"), \(quote.model.printable)"
        }
    }

    private func sentence(of finding: Finding) -> String {
        let isForced = job.headshotOrder?.isForced ?? false
        let isOverridden = isForced && finding.severity == .refusal && finding.isOverridable
        return finding.sentence.printable + (isOverridden ? " (overridden by --force)" : "")
    }

    private var attemptsLine: String {
        job.crashes == 0
            ? "\(job.attempts)"
            : "\(job.attempts); ended from outside before that: \(job.crashes)"
    }

    private func moment(_ date: Date) -> String { TimeWords.full(date, in: timeZone) }
}
