import FaceAnalysis
import Foundation
import Generation
import HeadshotWorker
import JobQueue
import Studio

/// Everything that is kept of one job, as `show` answers it.
struct JobReport: CommandAnswer, Sendable {
    let summary: JobSummary
    let priority: Int
    let key: String?
    let photoSHA256: String
    let attempts: Int
    let workerDeaths: Int
    let retryOf: String?
    let detail: String?
    let promptVersion: String?
    let prompt: String?
    let facts: JobFacts?
    let findings: [JobFinding]
    let headshot: HeadshotLook?
    /// What was told at submit.
    let quotedModel: String?
    let quotedPriceMicroUSD: Int?
    let charges: [ChargeReport]

    private let isForced: Bool
    private let nextStep: String?
    private let timeZone: TimeZone

    init(
        _ job: Job, _ charges: [Charge], gate: Gate? = nil, now: Date, timeZone: TimeZone = .current
    ) {
        summary = JobSummary(job, gate: gate, now: now, timeZone: timeZone)
        priority = job.priority
        key = job.key
        photoSHA256 = job.photo
        attempts = job.attempts
        workerDeaths = job.crashes
        retryOf = job.retryOf?.rawValue
        detail = job.detail
        promptVersion = job.promptVersion
        prompt = job.prompt
        facts = job.photoFacts
        findings = job.photoFindings
        headshot = job.headshotLook
        quotedModel = job.quote?.model
        quotedPriceMicroUSD = job.quote?.price
        isForced = HeadshotOrder(payload: job.payload)?.isForced ?? false
        self.charges = charges.map(ChargeReport.init)
        nextStep =
            JobWords(job, charges, gate: gate, now: now, timeZone: timeZone).nextStep
        self.timeZone = timeZone
    }

    /// The job's own fields beside the rest: a list's and a report's JSON have the same names.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(priority, forKey: .priority)
        try container.encodeIfPresent(key, forKey: .key)
        try container.encode(photoSHA256, forKey: .photoSHA256)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(workerDeaths, forKey: .workerDeaths)
        try container.encodeIfPresent(retryOf, forKey: .retryOf)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encodeIfPresent(promptVersion, forKey: .promptVersion)
        try container.encodeIfPresent(prompt, forKey: .prompt)
        try container.encodeIfPresent(facts, forKey: .facts)
        try container.encode(findings, forKey: .findings)
        try container.encodeIfPresent(headshot, forKey: .headshot)
        try container.encodeIfPresent(quotedModel, forKey: .quotedModel)
        try container.encodeIfPresent(quotedPriceMicroUSD, forKey: .quotedPriceMicroUSD)
        try container.encode(charges, forKey: .charges)
    }

    private enum CodingKeys: String, CodingKey {
        case priority, key, photoSHA256, attempts, workerDeaths, retryOf, detail, promptVersion
        case prompt, facts, findings, headshot, quotedModel, quotedPriceMicroUSD, charges
    }

    /// Fields in the order in which a person asks for them.
    var text: String {
        var fields = FieldList()
        fields.add("job", summary.id)
        fields.add("state", summary.state)
        fields.add("", summary.sentence)
        fields.add("next", nextStep)
        fields.add("detail", detail?.printable)
        fields.add("headshot", summary.result?.printable)
        fields.add("", headshot?.facts?.score.map { "score \($0.value) of 10" })
        fields.add("", headshot?.comparison?.verdict.sentence)
        for finding in headshot?.findings ?? [] { fields.add("", finding.sentence.printable) }
        fields.add("style", summary.style)
        fields.add("backdrop", (headshot?.making?.backdrop ?? summary.backdrop)?.rawValue)
        fields.add("provider", summary.provider.printable)
        fields.add("", ProviderKind(rawValue: summary.provider)?.description)
        fields.add("person", summary.person)
        fields.add("photo", photoLine)
        fields.add("score", facts?.score.map { "\($0.value) of 10" })
        for finding in findings { fields.add("finding", sentence(of: finding)) }
        if let face = facts?.face {
            for field in FaceWords(face).fields { fields.add(field.name, field.value) }
        }
        fields.add("key", key?.printable)
        fields.add("priority", priority == 0 ? nil : String(priority))
        fields.add("repeats", retryOf)
        fields.add("prompt", promptVersion.map { "version \($0)" })
        fields.add("attempts", attemptsLine)
        fields.add("told", quoteLine)
        for charge in charges { fields.add("charge", charge.line(in: timeZone)) }
        fields.add("submitted", moment(summary.submitted))
        fields.add("due", summary.due.map(moment))
        fields.add("started", summary.started.map(moment))
        fields.add("ended", summary.ended.map(moment))
        return fields.text
    }

    private var photoLine: String {
        let name = summary.photo.printable
        return facts.map { "\(name) (\($0.file.words))" } ?? name
    }

    /// The price that was told at submit.
    private var quoteLine: String? {
        quotedModel.map { model in
            let price = quotedPriceMicroUSD.map { "about \(MoneyWords.dollars($0))" }
            return "\(price ?? "an unknown price"), \(model.printable)"
        }
    }

    private func sentence(of finding: JobFinding) -> String {
        let isOverridden = isForced && finding.severity == .refusal && finding.isOverridable
        return finding.sentence.printable + (isOverridden ? " (overridden by --force)" : "")
    }

    private var attemptsLine: String {
        workerDeaths == 0
            ? "\(attempts)" : "\(attempts); ended from outside before that: \(workerDeaths)"
    }

    private func moment(_ date: Date) -> String { TimeWords.full(date, in: timeZone) }
}

/// What is known of one charge, in an answer.
struct ChargeReport: Encodable, Sendable {
    let id: Int64
    let state: String
    let provider: String
    let model: String
    let modelAnswered: String?
    let responseID: String?
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
        day = charge.day
        estimateMicroUSD = charge.estimate
        costMicroUSD = charge.cost
        requested = charge.started
        settled = charge.settled
        price = MoneyWords.price(of: charge)
    }

    private enum CodingKeys: String, CodingKey {
        case id, state, provider, model, modelAnswered, responseID, day, estimateMicroUSD
        case costMicroUSD, requested, settled
    }

    /// One line for people.
    func line(in timeZone: TimeZone) -> String {
        "\(price), \(state), \(model), \(TimeWords.full(requested, in: timeZone))"
    }
}
