import Foundation
import Generation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotWorker

/// The design's table: every answer of a provider, and what becomes of the job, of its charge and of the gate.
@Suite(.timeLimit(.minutes(1)))
struct AnswerVerdictTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let answer: Answer
        let job: JobEnd
        let charge: ChargeState
        var cost: Int?
        var gate: GateChange?

        var testDescription: String { "\(answer)" }
    }

    private static let now = Date(timeIntervalSince1970: 1_795_262_400)
    private static let message = ProviderMessage(text: "In the provider's words.")
    private static let failure = TransportFailure(reason: .other, message: "In curl's words.")
    private static let receipt = Receipt(
        modelAnswered: "gemini-2.5-flash-image",
        usage: TokenUsage(prompt: 0, candidates: 1290, thoughts: 0, total: 1290, imageTokens: 1290))
    private static let cost = 38_700

    static let rows: [Row] =
        noPicture + unreadable + refusals + halts + cooldowns + serverErrors + transport

    private static let noPicture: [Row] = [
        (NoPicture.Kind.blockedPrompt, FailureReason.blockedPrompt),
        (.blockedPicture, .blockedPicture),
        (.noImage, .noImage), (.textOnly, .textOnly), (.empty, .emptyAnswer),
    ].map { kind, reason in
        Row(
            answer: .noPicture(
                NoPicture(kind: kind, reason: "SAFETY", text: "Sorry.", receipt: receipt)),
            job: .failed(reason: reason, detail: "SAFETY: Sorry."), charge: .paid, cost: cost,
            gate: .answered)
    }

    private static let unreadable: [Row] = [
        UnreadableAnswer.Kind.malformedJSON, .malformedBase64, .notAPicture, .tooLarge, .incomplete,
    ].map { kind in
        Row(
            answer: .unreadable(UnreadableAnswer(kind: kind, body: Data("?".utf8), receipt: nil)),
            job: .failed(reason: .unreadableAnswer, detail: kind.rawValue), charge: .paid,
            gate: .answered)
    }

    private static let refusals = [
        Row(
            answer: .invalidRequest(message),
            job: .failed(reason: .invalidRequest, detail: message.text), charge: .free,
            gate: .answered)
    ]

    private static let halts: [Row] =
        [
            (Halt.Reason.keyInvalid, "key_invalid"), (.unauthenticated, "unauthenticated"),
            (.permissionDenied, "permission_denied"), (.failedPrecondition, "failed_precondition"),
            (.modelNotFound, "model_not_found"), (.accountLimited, "account_limited"),
            (.quotaIsZero, "quota_is_zero"), (.unexpectedStatus(302), "unexpected_status"),
        ].map { reason, code in
            Row(
                answer: .halt(Halt(reason: reason, message: message)),
                job: .waits(.providerHalted, due: nil, countsAttempt: false), charge: .free,
                gate: .halt(reason: code, detail: message.text))
        } + [
            Row(
                answer: .halt(Halt(reason: .accountLimited, message: message, receipt: receipt)),
                job: .failed(reason: .accountLimited, detail: message.text), charge: .paid,
                cost: cost, gate: .halt(reason: "account_limited", detail: message.text))
        ]

    private static let cooldowns: [Row] = [
        (Cooldown.Scope.perMinute, nil, 300, "quota_per_minute"),
        (.perMinute, 34, 300, "quota_per_minute"), (.perMinute, 301, 301, "quota_per_minute"),
        (.unspecified, nil, 300, "too_many_requests"), (.perDay, 31_167, 31_167, "quota_per_day"),
        // Noon in Greenwich is four in the morning on the Pacific coast.
        (.perDay, nil, 72_000, "quota_per_day"), (.perDay, 1, 72_000, "quota_per_day"),
    ].map { (scope: Cooldown.Scope, delay: Int?, wait: TimeInterval, reason: String) in
        Row(
            answer: .cooldown(
                Cooldown(
                    scope: scope, retryDelay: delay.map { .seconds($0) }, message: message)),
            job: .waits(.cooldown, due: nil, countsAttempt: false), charge: .free,
            gate: .cooldown(until: now + wait, reason: reason, detail: message.text))
    }

    private static let serverErrors: [Row] = [500, 502, 503, 504].map { status in
        Row(
            answer: .serverError(status: status, message: message),
            job: .failed(reason: .serverError, detail: "\(status) \(message.text)"),
            charge: .free, gate: .serverError(detail: "\(status) \(message.text)"))
    }

    private static let transport: [Row] = [
        (TransportFailure.Reason.dns, UncertaintyReason.dns), (.connect, .connect), (.tls, .tls),
        (.proxy, .proxy), (.connectionLost, .connectionLost), (.deadline, .deadline),
        (.cancelled, .cancelled), (.abandoned, .abandoned), (.other, .other),
    ].flatMap { reason, code in
        let failure = TransportFailure(reason: reason, message: "In curl's words.")
        return [
            Row(
                answer: .notSent(failure),
                job: .waits(.cooldown, due: nil, countsAttempt: false), charge: .free,
                gate: .unreachable(detail: failure.message)),
            Row(
                answer: .outcomeUnknown(failure),
                job: .uncertain(reason: code, detail: failure.message), charge: .unknown),
        ]
    }

    @Test(arguments: rows)
    func `an answer settles the job, the charge and the gate`(_ row: Row) async throws {
        let verdict = try await verdict()
        let settlement = try #require(verdict.settlement(of: row.answer))
        #expect(settlement.job == row.job)
        #expect(settlement.gate == row.gate)
        let charge = try #require(settlement.charge)
        #expect(charge.id == verdict.charge.id)
        #expect(charge.state == row.charge)
        #expect(charge.cost == row.cost)
    }

    @Test func `a picture settles nothing before it is saved`() async throws {
        let picture = GeneratedPicture(
            data: Data(), mimeType: "image/png", text: nil, receipt: Self.receipt)
        #expect(try await verdict().settlement(of: .picture(picture)) == nil)
    }

    @Test(arguments: [
        JobEnd.cancelled, .waits(.interrupted, due: nil, countsAttempt: false),
    ])
    func `a request that was cancelled before it left says nothing of the provider`(
        _ end: JobEnd
    ) async throws {
        let verdict = try await verdict(unsent: end)
        let settlement = try #require(verdict.settlement(of: .notSent(Self.failure)))
        let free = ChargeEnd(id: verdict.charge.id, state: .free)
        #expect(settlement == Settlement(job: end, charge: free))
    }

    @Test(arguments: [(0.0, 10.0), (0.5, 15.0), (1.0, 20.0)])
    func `a failed request is tried again later where that was asked for`(
        chance: Double, seconds: TimeInterval
    ) async throws {
        let verdict = try await verdict(maxAttempts: 2, chance: chance)
        let settlement = verdict.settlement(of: .serverError(status: 503, message: Self.message))
        let due = Self.now + seconds
        #expect(
            settlement?.job
                == .waits(
                    .retry, due: due, countsAttempt: true, detail: "503 In the provider's words."))
        #expect(settlement?.charge?.state == .free)
    }

    @Test func `a model that is gone gives its job back at once, unless it was named`()
        async throws
    {
        let halt = Answer.halt(Halt(reason: .modelNotFound, message: Self.message))
        let named = try await verdict().settlement(of: halt)
        #expect(named?.goneModel == nil)
        #expect(named?.job == .waits(.providerHalted, due: nil, countsAttempt: false))
        let chosen = try await verdict(isModelNamed: false)
        let settlement = chosen.settlement(of: halt)
        #expect(settlement?.goneModel == chosen.charge.model)
        #expect(settlement?.gate == .answered)
        #expect(settlement?.charge?.state == .free)
        #expect(
            settlement?.job
                == .waits(
                    .retry, due: Self.now, countsAttempt: false, detail: Self.message.text))
    }

    /// The verdict of a first attempt, whose claim and charge come from a real queue.
    private func verdict(
        isModelNamed: Bool = true, maxAttempts: Int = 1, chance: Double = 0,
        unsent: JobEnd? = nil
    ) async throws -> AnswerVerdict {
        try await TestHome.with { test in
            _ = try await test.submitOne()
            let (claim, charge) = try await test.charged(by: WorkerID(freshID()))
            return AnswerVerdict(
                claim: claim, charge: charge, isModelNamed: isModelNamed, maxAttempts: maxAttempts,
                unsent: unsent, now: Self.now, chance: chance)
        }
    }
}
