import Foundation
import HeadshotWorker

@testable import JobQueue

/// A job and a charge with everything given but what a test is about.
enum Sample {
    /// 2026-11-21 09:00 in Greenwich.
    static let now = Date(timeIntervalSince1970: 1_795_251_600)

    static func job(
        _ state: JobState, reason: String, kind: JobKind = .headshot, payload: String? = nil,
        phase: JobPhase? = nil, due: Date = now,
        isCancelRequested: Bool = false, crashes: Int = 0, facts: String? = nil,
        findings: String? = nil, detail: String? = nil, outcome: String? = nil,
        result: String? = nil
    ) throws -> Job {
        let started = state == .waiting ? nil : now - 60
        let ended = state.hasEnded ? now - 30 : nil
        return Job(
            id: try id(), kind: kind,
            payload: payload ?? #"{"style":{"angle":"left","background":"casual"},"force":false}"#,
            provider: "gemini",
            person: try person(), key: "order-7", input: String(repeating: "ab", count: 32),
            inputName: "me.jpg", secondInput: nil, priority: 0, state: state, phase: phase,
            reason: reason, due: due,
            owner: nil, isCancelRequested: isCancelRequested, attempts: 1, crashes: crashes,
            refusals: 0, retryOf: nil, created: now - 120,
            started: started, ended: ended, prompt: nil, promptVersion: nil, facts: facts,
            findings: findings, detail: detail, outcome: outcome, result: result,
            resultDigest: nil,
            quote: Quote(model: "gemini-2.5-flash-image", price: 39_000), fleeting: nil)
    }

    static func charge(
        _ state: ChargeState, estimate: Int? = 39_000, cost: Int? = nil, receipt: String? = nil
    ) throws -> Charge {
        Charge(
            id: 7, job: try id(), kind: .headshot, day: "2026-11-21", provider: "gemini",
            model: "gemini-2.5-flash-image", state: state, estimate: estimate, bound: estimate,
            cost: cost,
            receipt: receipt, started: now - 50, settled: state == .started ? nil : now - 40)
    }

    static func person(_ id: String = "anna") throws -> Person {
        guard let person = Person(id) else { throw Missing() }
        return person
    }

    static func id() throws -> JobID {
        guard let id = JobID("7m2kq4x0ab") else { throw Missing() }
        return id
    }

    /// A sample that its type refuses.
    struct Missing: Error {}
}
