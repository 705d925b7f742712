import Foundation
import Generation
import JobQueue
import Transfer

/// Decides what an answer without the wanted content means for job, charge and gate; the only place that does.
///
/// Pure. The table in the test of this type is the specification.
struct AnswerVerdict {
    let claim: Claim
    let charge: Charge
    /// Whether the user named the model, so that no other may replace it.
    let isModelNamed: Bool
    let maxAttempts: Int
    /// How the job ends if it was cancelled before a byte was sent.
    let unsent: JobEnd?
    let now: Date
    let chance: Double

    /// The settlement of an answer; `nil` for the wanted content, which is kept and saved first.
    func settlement(of answer: Answer) -> Settlement? {
        switch answer {
        case .made: nil
        case .nothing(let none):
            Settlement(
                job: .failed(reason: none.kind.failureReason, detail: Self.detail(none)),
                charge: paid(none.paid.receipt), gate: .answered)
        case .unreadable(let unreadable):
            Settlement(
                job: .failed(reason: .unreadableAnswer, detail: unreadable.detail),
                charge: paid(unreadable.paid.receipt),
                // A cancelled answer breaks off, whatever the provider did.
                gate: unsent == nil ? .noAnswer(detail: unreadable.detail) : nil)
        case .foreign(let detail, let body):
            Settlement(
                job: .uncertain(reason: .gateway, detail: detail),
                charge: ChargeEnd(id: charge.id, state: .unknown, receipt: body.receipt?.json),
                gate: unsent == nil ? .unreachable(.notTheService, detail: detail) : nil)
        case .invalidRequest(let message):
            Settlement(
                job: .failed(reason: .invalidRequest, detail: message.text), charge: free,
                gate: .answered)
        case .refused(let message):
            Settlement(
                job: afterRefusal(message.text), charge: free,
                gate: .refused(
                    input: claim.job.input.map(PhotoName.digest) ?? "\(claim.job.id)",
                    detail: message.text))
        case .halt(let halt): settlement(of: halt)
        case .cooldown(let cooldown):
            Settlement(
                job: .unsent(.cooldown), charge: free,
                gate: .cooldown(
                    until: cooldown.end(after: now), reason: cooldown.scope.gateReason,
                    detail: cooldown.message.text))
        case .intercepted(let status, let message):
            Settlement(
                // Due from now: if a proxy refuses this photo alone, the next request is another job's.
                job: .unsent(.cooldown, due: now), charge: free,
                gate: .unreachable(.notTheService, detail: "\(status) \(message.text)"))
        case .serverError(let status, let delay, let message):
            Settlement(
                job: afterServerError("\(status) \(message.text)"),
                inOutage: .waits(
                    .retry, due: due(after: claim.job.attempts), countsAttempt: false,
                    detail: "\(status) \(message.text)"),
                charge: free,
                gate: .serverError(
                    until: delay.map { now + min($0, Cooldown.longest) / .seconds(1) },
                    detail: "\(status) \(message.text)"))
        case .notSent(let failure):
            Settlement(
                job: unsent ?? .unsent(.cooldown), charge: free,
                gate: unsent == nil
                    ? .unreachable(
                        failure.reason.unavailability.gateReason, detail: failure.message) : nil)
        case .outcomeUnknown(let failure, let body):
            Settlement(
                job: .uncertain(reason: failure.reason.uncertaintyReason, detail: failure.message),
                charge: ChargeEnd(
                    id: charge.id, state: .unknown, receipt: body?.receipt?.json),
                // A cancellation says nothing about the provider.
                gate: failure.reason == .cancelled
                    ? nil : .unknownOutcome(detail: failure.message))
        }
    }

    static func paid(_ charge: Charge, _ receipt: Receipt?) -> ChargeEnd {
        let facts = ModelFacts.facts(for: receipt?.modelAnswered ?? charge.model)
        return ChargeEnd(
            id: charge.id, state: .paid, cost: receipt?.usage.flatMap(facts.cost(of:)),
            receipt: receipt?.json)
    }

    private var free: ChargeEnd { ChargeEnd(id: charge.id, state: .free) }

    private func paid(_ receipt: Receipt?) -> ChargeEnd { Self.paid(charge, receipt) }

    private func settlement(of halt: Halt) -> Settlement {
        if halt.reason == .modelNotFound, !isModelNamed {
            return Settlement(
                job: .waits(.retry, due: now, countsAttempt: false, detail: halt.message.text),
                charge: free, gate: .answered, goneModel: charge.model)
        }
        let gate = GateChange.halt(
            reason: halt.reason.gateReason, detail: halt.message.text)
        // A refusal that was charged ends its job: waiting would pay again.
        guard let body = halt.paid else {
            return Settlement(
                job: .unsent(.providerHalted), charge: free,
                gate: gate)
        }
        return Settlement(
            job: .failed(reason: .accountLimited, detail: halt.message.text),
            charge: paid(body.receipt), gate: gate)
    }

    private func afterServerError(_ detail: String) -> JobEnd {
        claim.job.attempts < maxAttempts
            ? .waits(
                .retry, due: due(after: claim.job.attempts), countsAttempt: true, detail: detail)
            : .failed(reason: .serverError, detail: detail)
    }

    /// The photo may or may not be the cause, so it is tried once more.
    private func afterRefusal(_ detail: String) -> JobEnd {
        claim.job.refusals == 0
            ? .waits(.refused, due: due(after: 1), countsAttempt: true, detail: detail)
            : .failed(reason: .refused, detail: detail)
    }

    /// Later than everything due now, and later with each attempt.
    private func due(after attempts: Int) -> Date {
        let pause = min(
            Self.firstPause * pow(Self.growth, Double(min(max(attempts, 1) - 1, 8))),
            Self.longestPause)
        // Between half the pause and all of it, so that jobs that failed together do not return together.
        return now + pause * (0.5 + chance / 2)
    }

    /// In seconds; an overloaded model recovers in minutes rather than seconds.
    private static let firstPause: TimeInterval = 30
    private static let growth: Double = 4
    private static let longestPause: TimeInterval = 1800

    private static func detail(_ none: EmptyAnswer) -> String? {
        let parts = [none.reason, none.text].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
