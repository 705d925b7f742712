import Companion
package import Foundation
package import Ground
package import HeadshotWorker
package import JobQueue

/// A job as an app sees it over HTTP: without paths of this machine, and without the words sent to a model.
package struct JobResource: Encodable, Sendable {
    package let id: String
    package let state: String
    package let reason: String
    package let sentence: String
    package let person: String
    package let photo: String
    package let photoSHA256: String?
    package let kind: String
    package let style: String?
    package let score: Double?
    package let provider: String
    package let key: String?
    /// Where it is on its way.
    package let phase: Phase
    package let sentBytes: Int?
    package let totalBytes: Int?
    package let retryOf: String?
    package let submitted: Date
    package let due: Date?
    package let started: Date?
    package let ended: Date?
    /// When a job that is rate limited goes on automatically, and the whole seconds until then; absent if that is not known.
    package let until: Date?
    package let retryAfter: Int?
    package let findings: [Finding]
    /// What was seen in the headshot; absent in lists, which it would make long.
    package let headshot: HeadshotAnalysis?
    /// `no`, `yes`, or `unknown` while that is not known.
    package let charged: String
    package let links: Links

    /// Where more about it is.
    package struct Links: Encodable, Sendable {
        package let `self`: String
        /// Absent as long as there is none.
        package let headshot: String?
        package let photo: String?
    }

    /// Where a job is on its way; the words are those of apps that show it.
    package enum Phase: String, Encodable, Sendable {
        case queued, preparing, uploading, processing, done, failed, cancelled
        /// It waits for a cooldown, a cap or a budget, or until an operator clears a halt.
        case rateLimited
    }

    /// - Parameters:
    ///   - rules: What the plan of the job's person shows.
    ///   - progress: What its worker reports; `nil` if it reports nothing.
    ///   - isListed: Whether it is one of many.
    package init(
        _ job: Job, _ charges: [Charge], by rules: PlanRules, progress: JobProgress? = nil,
        gate: Gate? = nil, isListed: Bool = false, now: Date
    ) {
        let summary = JobSummary(job, gate: gate, now: now)
        id = summary.id
        state = summary.state
        reason = summary.reason
        sentence = summary.sentence
        person = summary.person
        photo = summary.photo
        photoSHA256 = job.input.map(PhotoName.digest)
        kind = summary.kind
        style = summary.style
        score = summary.score
        provider = summary.provider
        key = job.key
        phase = Phase(job, progress: progress, gate: gate)
        sentBytes = progress?.sentBytes
        totalBytes = progress?.totalBytes
        retryOf = job.retryOf?.description
        submitted = summary.submitted
        due = summary.due
        started = summary.started
        ended = summary.ended
        let goesOn = gate?.isHalted == true ? nil : gate?.opens ?? summary.due
        until = phase == .rateLimited ? goesOn : nil
        retryAfter = until.map { max(0, Int(clamping: $0.timeIntervalSince(now), rounding: .up)) }
        findings = rules.shown(job.photoFindings)
        headshot = isListed ? nil : rules.shown(job.headshotAnalysis)
        charged = Charged(charges.map(\.state)).rawValue
        let path = "/v1/jobs/\(summary.id)"
        links = Links(
            self: path, headshot: job.result == nil ? nil : "\(path)/headshot",
            photo: job.input == nil ? nil : "\(path)/photo")
    }

    /// What changes when the job goes on, without values that change with time only.
    package struct Step: Equatable, Sendable {
        private let state: String
        private let reason: String
        private let phase: Phase
        private let sentBytes: Int?
        private let due: Date?
        private let until: Date?

        fileprivate init(_ job: JobResource) {
            state = job.state
            reason = job.reason
            phase = job.phase
            sentBytes = job.sentBytes
            due = job.due
            until = job.until
        }
    }

    package var step: Step { Step(self) }
}

extension JobResource.Phase {
    fileprivate init(_ job: Job, progress: JobProgress?, gate: Gate?) {
        switch job.state {
        case .waiting: self = Self.isLimited(job, gate) ? .rateLimited : .queued
        case .running:
            switch progress?.phase ?? job.phase {
            case .preparing, nil: self = .preparing
            case .uploading: self = .uploading
            case .processing, .saving: self = .processing
            }
        case .succeeded: self = .done
        case .rejected, .failed, .uncertain: self = .failed
        case .cancelled: self = .cancelled
        }
    }

    private static func isLimited(_ job: Job, _ gate: Gate?) -> Bool {
        switch job.waitReason {
        case .cooldown, .dailyCap, .budget, .providerHalted: true
        // It would be next, but for the gate.
        case .new, .retry, .refused, .interrupted: gate != nil
        case .scheduled, .photo, .answered, nil: false
        }
    }
}
