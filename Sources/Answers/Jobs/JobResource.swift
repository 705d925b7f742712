package import Companion
package import Foundation
import Ground
import HeadshotWorker
package import JobQueue

/// A job as an app sees it over HTTP: without paths of this machine, and without the words sent to a model.
package struct JobResource: Encodable, Sendable {
    package let phase: Phase
    private let summary: JobSummary
    package let progress: JobProgress?
    /// When a job that is rate limited goes on automatically; `nil` if that is not known.
    private let until: Date?
    /// The whole seconds until then.
    package let retryAfter: Int?
    private let findings: [Finding]
    /// What was seen in the headshot; `nil` in lists, which it would make long.
    private let headshot: HeadshotAnalysis?
    private let charged: Charged

    /// Where a job is on its way; the words are those of apps that show it.
    package enum Phase: String, Encodable, Sendable {
        case queued, preparing, uploading, processing, done, failed, cancelled
        /// It waits for a cooldown, a cap or a budget, or until an operator clears a halt.
        case rateLimited
    }

    /// - Parameters:
    ///   - rules: What is shown to the job's person.
    ///   - isListed: Whether it is one of many.
    package init(
        _ job: Job, _ charges: [Charge], by rules: ShownRules, in surroundings: JobSurroundings,
        isListed: Bool = false, now: Date
    ) {
        let gate = surroundings.gate(of: job, at: now)
        progress = surroundings.progress(of: job)
        // For a person, whose clock the server does not know.
        summary = JobSummary(job, in: surroundings, now: now, timeZone: nil)
        phase = Phase(job, progress: progress, gate: gate)
        let goesOn = gate?.isHalted == true ? nil : gate?.opens ?? summary.due
        until = phase == .rateLimited ? goesOn : nil
        retryAfter = until.map { max(0, Int(clamping: $0.timeIntervalSince(now), rounding: .up)) }
        let rules = rules.of(job.created).of(job)
        findings = rules.shown(job.photoFindings)
        headshot = isListed ? nil : rules.shown(job.headshotAnalysis)
        charged = Charged(charges.map(\.state))
    }

    package var job: Job { summary.job }
    package var id: String { job.id.description }
    package var sentence: String { summary.sentence }
    package var kind: String { job.kind.rawValue }
    package var ended: Date? { job.ended }

    package func encode(to encoder: any Encoder) throws {
        let path = "/v1/jobs/\(id)"
        let links: JSONObject = [
            "self": path, "headshot": job.result == nil ? nil : "\(path)/headshot",
            "photo": job.input == nil ? nil : "\(path)/photo",
        ]
        let took = job.started.flatMap { started in
            job.ended.map { max(0, Int(clamping: $0.timeIntervalSince(started) * 1000)) }
        }
        try summary.encodeForApps(to: encoder)
        try encoder.encode([
            "photoSHA256": job.input.map(PhotoName.digest), "key": job.key, "phase": phase,
            "sentBytes": progress?.sentBytes, "totalBytes": progress?.totalBytes,
            "retryOf": job.retryOf?.description, "until": until, "retryAfter": retryAfter,
            "findings": findings, "headshot": headshot, "charged": charged.rawValue,
            // The last attempt.
            "tookMs": took, "links": links,
        ])
    }

    /// What changes when the job goes on, without values that change with time only.
    package struct Step: Equatable, Sendable {
        fileprivate let state: JobState
        fileprivate let reason: String
        fileprivate let phase: Phase
        fileprivate let sentBytes: Int?
        fileprivate let due: Date?
        fileprivate let until: Date?
    }

    package var step: Step {
        Step(
            state: job.state, reason: job.reason, phase: phase, sentBytes: progress?.sentBytes,
            due: summary.due, until: until)
    }
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
        case .cooldown, .dailyCap, .budget, .storage, .providerHalted: true
        // It would be next, but for the gate.
        case .new, .retry, .refused, .interrupted: gate != nil
        case .scheduled, .photo, .answered, nil: false
        }
    }
}
