import Answers
import ArgumentParser
import Decoding
import FaceFacts
import Foundation
import Generation
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
        exits: [.disk, .configuration])

    @Argument(help: ArgumentHelp("The job.", valueName: "id"), completion: .jobs)
    var job: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let found = try await session.job(job)
        let now = session.now
        let gate = try await session.store.gates().holding(found.job.provider, at: now)
        let report = JobReport(
            found.job, found.charges,
            keptAnswer: await session.home.keptAnswer(to: found.charges), gate: gate,
            results: session.results, now: now)
        try Output.print(report, asJSON: output.json)
    }
}

/// Everything that is stored about one job, as `show` answers it.
struct JobReport: CommandAnswer {
    private let summary: JobSummary
    private let details: Details
    private let isForced: Bool
    private let nextStep: String?
    private let timeZone: TimeZone

    /// What a list does not have.
    private struct Details: Encodable {
        let priority: Int
        let key: String?
        let photoSHA256: String?
        let attempts: Int
        let workerDeaths: Int
        let retryOf: String?
        let detail: String?
        let promptVersion: String?
        let prompt: String?
        let facts: JobFacts?
        let findings: [Finding]
        let headshot: HeadshotAnalysis?
        /// The model of the quote.
        let quotedModel: String?
        let quotedPriceMicroUSD: Int?
        let charges: [ChargeReport]
        /// The path of an answer's body that is kept.
        let keptAnswer: String?
    }

    init(
        _ job: Job, _ charges: [Charge], keptAnswer: String? = nil, gate: Gate? = nil,
        results: String? = nil, now: Date, timeZone: TimeZone = TimeWords.zone
    ) {
        summary = JobSummary(job, gate: gate, results: results, now: now, timeZone: timeZone)
        details = Details(
            priority: job.priority, key: job.key, photoSHA256: job.input.map(PhotoName.digest),
            attempts: job.attempts, workerDeaths: job.crashes, retryOf: job.retryOf?.description,
            detail: job.detail, promptVersion: job.promptVersion, prompt: job.prompt,
            facts: job.photoFacts, findings: job.photoFindings, headshot: job.headshotAnalysis,
            quotedModel: job.quote?.model, quotedPriceMicroUSD: job.quote?.price,
            charges: charges.map(ChargeReport.init), keptAnswer: keptAnswer)
        isForced = HeadshotOrder(payload: job.payload)?.isForced ?? false
        nextStep =
            keptAnswer != nil && job.state == .uncertain
            ? NextStep.resolveKept(job.id) : job.nextStep(charges)
        self.timeZone = timeZone
    }

    /// Encodes the job's own fields at the top level, under the same names as in a list.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        try details.encode(to: encoder)
    }

    /// The fields in order of interest.
    var text: String {
        var fields = FieldList()
        fields.add("job", summary.id)
        fields.add("state", summary.state)
        fields.add("", summary.sentence)
        fields.add("next", nextStep)
        fields.add("detail", details.detail?.printable)
        fields.add(resultName, summary.result?.printable)
        fields.add("", details.headshot?.facts?.score.map { "score \($0.value) of 10" })
        fields.add("", details.headshot?.comparison?.verdict.sentence)
        for finding in details.headshot?.findings ?? [] {
            fields.add("", finding.sentence.printable)
        }
        if summary.style == nil { fields.add("kind", summary.kind.printable) }
        fields.add("style", summary.style)
        fields.add("backdrop", (details.headshot?.making?.backdrop ?? summary.backdrop)?.rawValue)
        fields.add("provider", summary.provider.printable)
        if summary.style != nil {
            fields.add("", ProviderKind(rawValue: summary.provider)?.description)
        }
        fields.add("space", summary.space)
        fields.add("person", summary.person)
        fields.add("photo", photoLine)
        fields.add("score", details.facts?.score.map { "\($0.value) of 10" })
        for finding in details.findings { fields.add("finding", sentence(of: finding)) }
        if let face = details.facts?.face {
            for field in FaceWords(face).fields { fields.add(field.name, field.value) }
        }
        fields.add("key", details.key?.printable)
        fields.add("priority", details.priority == 0 ? nil : String(details.priority))
        fields.add("repeats", details.retryOf)
        fields.add("prompt", details.promptVersion.map { "version \($0)" })
        fields.add("attempts", attemptsLine)
        fields.add("price", quoteLine)
        for charge in details.charges { fields.add("charge", charge.line(in: timeZone)) }
        fields.add("answer", details.keptAnswer?.printable)
        fields.add("submitted", moment(summary.submitted))
        fields.add("due", summary.due.map(moment))
        fields.add("started", summary.started.map(moment))
        fields.add("ended", summary.ended.map(moment))
        return fields.text
    }

    private var photoLine: String {
        let name = summary.photo.printable
        return details.facts.map { "\(name) (\($0.file.words))" } ?? name
    }

    /// The quote of the submit.
    private var quoteLine: String? {
        details.quotedModel.map { model in
            let price = details.quotedPriceMicroUSD.map { "about \(MoneyWords.dollars($0))" }
            return "\(price ?? "an unknown price"), \(model.printable)"
        }
    }

    private func sentence(of finding: Finding) -> String {
        let isOverridden = isForced && finding.severity == .refusal && finding.isOverridable
        return finding.sentence.printable + (isOverridden ? " (overridden by --force)" : "")
    }

    private var resultName: String {
        JobKind(rawValue: summary.kind) == .headshot ? "headshot" : "file"
    }

    private var attemptsLine: String {
        details.workerDeaths == 0
            ? "\(details.attempts)"
            : "\(details.attempts); ended from outside before that: \(details.workerDeaths)"
    }

    private func moment(_ date: Date) -> String { TimeWords.full(date, in: timeZone) }
}

/// One charge, in an answer.
struct ChargeReport: Encodable, Sendable {
    let id: Int64
    let state: String
    let provider: String
    let model: String
    let modelAnswered: String?
    let responseID: String?
    let requestID: String?
    let day: String
    let estimateMicroUSD: Int?
    let costMicroUSD: Int?
    let requested: Date
    let settled: Date?
    private let price: String

    init(_ charge: Charge) {
        let receipt = charge.receipt.flatMap {
            try? JSONDecoder().decode(Receipt.self, from: Data($0.utf8))
        }
        id = charge.id
        state = charge.state.rawValue
        provider = charge.provider
        model = charge.model
        modelAnswered = receipt?.modelAnswered
        responseID = receipt?.responseID
        requestID = receipt?.requestID
        day = charge.day
        estimateMicroUSD = charge.estimate
        costMicroUSD = charge.cost
        requested = charge.started
        settled = charge.settled
        price = MoneyWords.price(of: charge)
    }

    private enum CodingKeys: String, CodingKey {
        case id, state, provider, model, modelAnswered, responseID, requestID, day, estimateMicroUSD
        case costMicroUSD, requested, settled
    }

    /// One line for people.
    func line(in timeZone: TimeZone) -> String {
        "\(price), \(state), \(model), \(TimeWords.full(requested, in: timeZone))"
    }
}
