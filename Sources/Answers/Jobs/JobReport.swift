import FaceFacts
package import Foundation
import Generation
package import Ground
package import HeadshotWorker
package import JobQueue

/// Everything that is stored about one job, as `show` answers it.
package struct JobReport: Encodable, Sendable {
    package let summary: JobSummary
    package let priority: Int
    package let key: String?
    package let photoSHA256: String?
    package let attempts: Int
    package let workerDeaths: Int
    package let retryOf: String?
    package let detail: String?
    package let promptVersion: String?
    package let prompt: String?
    package let facts: JobFacts?
    package let findings: [Finding]
    package let headshot: HeadshotAnalysis?
    /// The model of the quote.
    package let quotedModel: String?
    package let quotedPriceMicroUSD: Int?
    package let charges: [ChargeReport]
    /// The path of an answer's body that is kept.
    package let keptAnswer: String?

    package let isForced: Bool
    package let nextStep: NextStep?
    package let timeZone: TimeZone

    package init(
        _ job: Job, _ charges: [Charge], keptAnswer: String? = nil, gate: Gate? = nil,
        results: String? = nil, now: Date, timeZone: TimeZone = TimeWords.zone
    ) {
        summary = JobSummary(job, gate: gate, results: results, now: now, timeZone: timeZone)
        priority = job.priority
        key = job.key
        photoSHA256 = job.input.map(PhotoName.digest)
        attempts = job.attempts
        workerDeaths = job.crashes
        retryOf = job.retryOf?.description
        detail = job.detail
        promptVersion = job.promptVersion
        prompt = job.prompt
        facts = job.photoFacts
        findings = job.photoFindings
        headshot = job.headshotAnalysis
        quotedModel = job.quote?.model
        quotedPriceMicroUSD = job.quote?.price
        isForced = HeadshotOrder(payload: job.payload)?.isForced ?? false
        self.charges = charges.map(ChargeReport.init)
        self.keptAnswer = keptAnswer
        nextStep =
            keptAnswer != nil && job.state == .uncertain
            ? .resolveKept(job.id)
            : JobWords(job, charges, gate: gate, now: now, timeZone: timeZone).nextStep
        self.timeZone = timeZone
    }

    /// Encodes the job's own fields at the top level, under the same names as in a list.
    package func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(priority, forKey: .priority)
        try container.encodeIfPresent(key, forKey: .key)
        try container.encodeIfPresent(photoSHA256, forKey: .photoSHA256)
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
        try container.encodeIfPresent(keptAnswer, forKey: .keptAnswer)
    }

    private enum CodingKeys: String, CodingKey {
        case priority, key, photoSHA256, attempts, workerDeaths, retryOf, detail, promptVersion
        case prompt, facts, findings, headshot, quotedModel, quotedPriceMicroUSD, charges
        case keptAnswer
    }
}

/// One charge, in an answer.
package struct ChargeReport: Encodable, Sendable {
    package let id: Int64
    package let state: String
    package let provider: String
    package let model: String
    package let modelAnswered: String?
    package let responseID: String?
    package let requestID: String?
    package let day: String
    package let estimateMicroUSD: Int?
    package let costMicroUSD: Int?
    package let requested: Date
    package let settled: Date?
    private let price: String

    package init(_ charge: Charge) {
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
    package func line(in timeZone: TimeZone) -> String {
        "\(price), \(state), \(model), \(TimeWords.full(requested, in: timeZone))"
    }
}
