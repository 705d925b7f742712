import Foundation
import JobQueue
import TestSupport
import Testing

@testable import Generation
@testable import HeadshotWorker
import Transfer

/// The design's table: every answer of a provider, and what becomes of the job, of its charge and of the gate.
@Suite(.timeLimit(.minutes(10)))
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
    private static let paid = PaidBody(Data("{}".utf8), receipt: receipt)
    private static let cost = 38_700

    static let rows: [Row] =
        nothing + words + unreadable + foreign + refusals + halts + cooldowns + serverErrors
        + certificates + transport

    private static let nothing: [Row] = [
        (EmptyAnswer.Kind.blockedPrompt, FailureReason.blockedPrompt),
        (.blockedAnswer, .blockedPicture),
        (.noImage, .noImage), (.textOnly, .textOnly), (.empty, .emptyAnswer),
    ].map { kind, reason in
        Row(
            answer: .nothing(
                EmptyAnswer(kind: kind, reason: "SAFETY", text: "Sorry.", paid: paid)),
            job: .failed(reason: reason, detail: "SAFETY: Sorry."), charge: .paid, cost: cost,
            gate: .answered)
    }

    /// Answers to a request for words: the same, but for the price of words.
    private static let words: [Row] =
        [
            (EmptyAnswer.Kind.blockedPrompt, FailureReason.blockedPrompt),
            (.blockedAnswer, .blockedPicture), (.empty, .emptyAnswer),
        ].map { kind, reason in
            Row(
                answer: .nothing(
                    EmptyAnswer(kind: kind, reason: "SAFETY", text: nil, paid: paidWords)),
                job: .failed(reason: reason, detail: "SAFETY"), charge: .paid, cost: 975,
                gate: .answered)
        }
        + [
            Row(
                answer: .unreadable(UnreadableAnswer(detail: "words", paid: paidWords)),
                job: .failed(reason: .unreadableAnswer, detail: "words"), charge: .paid, cost: 975,
                gate: .noAnswer(detail: "words"))
        ]
    private static let paidWords = PaidBody(Data("{}".utf8), receipt: wordsReceipt)
    /// 100 × 1.5 + 110 × 7.5 millionths of a dollar.
    private static let wordsReceipt = Receipt(
        modelAnswered: "gemini-nano-banana-2.1",
        usage: TokenUsage(prompt: 100, candidates: 80, thoughts: 30, total: 210, imageTokens: 0))

    private static let unreadable = [
        Row(
            answer: .unreadable(
                UnreadableAnswer(
                    detail: "a page", paid: PaidBody(Data("?".utf8), receipt: nil))),
            job: .failed(reason: .unreadableAnswer, detail: "a page"), charge: .paid,
            gate: .noAnswer(detail: "a page"))
    ]

    private static let foreign = [
        Row(
            answer: .foreign(
                detail: "200: a page", body: PaidBody(Data("<html>".utf8), receipt: nil)),
            job: .uncertain(reason: .gateway, detail: "200: a page"), charge: .unknown,
            gate: .unreachable(.notTheService, detail: "200: a page"))
    ]

    private static let refusals = [
        Row(
            answer: .invalidRequest(message),
            job: .failed(reason: .invalidRequest, detail: message.text), charge: .free,
            gate: .answered),
        Row(
            answer: .intercepted(status: 302, message: message),
            job: .waits(.cooldown, due: now, countsAttempt: false), charge: .free,
            gate: .unreachable(.notTheService, detail: "302 \(message.text)")),
        Row(
            answer: .refused(message),
            job: .waits(.refused, due: now + 15, countsAttempt: true, detail: message.text),
            charge: .free, gate: .refused(input: photo, detail: message.text)),
    ]

    private static let halts: [Row] =
        [
            (Halt.Reason.keyInvalid, GateReason.keyInvalid), (.unauthenticated, .unauthenticated),
            (.permissionDenied, .permissionDenied), (.failedPrecondition, .failedPrecondition),
            (.modelNotFound, .modelNotFound), (.modelUnsuitable, .modelUnsuitable),
            (.requestNotUnderstood, .requestNotUnderstood), (.accountLimited, .accountLimited),
            (.quotaIsZero, .quotaIsZero), (.outOfCredit, .outOfCredit),
            (.locationNotSupported, .locationNotSupported),
            (.unexpectedStatus(302), .unexpectedStatus), (.proxyRefused, .proxyRefused),
            (.unusableSetting, .unusableSetting),
        ].map { reason, code in
            Row(
                answer: .halt(Halt(reason: reason, message: message)),
                job: .waits(.providerHalted, due: nil, countsAttempt: false), charge: .free,
                gate: .halt(reason: code, detail: message.text))
        } + [
            Row(
                answer: .halt(Halt(reason: .accountLimited, message: message, paid: paid)),
                job: .failed(reason: .accountLimited, detail: message.text), charge: .paid,
                cost: cost, gate: .halt(reason: .accountLimited, detail: message.text))
        ]

    private static let cooldowns: [Row] = [
        (Cooldown.Scope.perMinute, nil, 300, GateReason.quotaPerMinute),
        (.perMinute, 34, 300, .quotaPerMinute), (.perMinute, 301, 301, .quotaPerMinute),
        (.unspecified, nil, 300, .tooManyRequests), (.perDay, 31_167, 31_167, .quotaPerDay),
        // Noon in Greenwich is four in the morning on the Pacific coast.
        (.perDay, nil, 72_000, .quotaPerDay), (.perDay, 1, 72_000, .quotaPerDay),
        (.unspecified, 1_000_000, 172_800, .tooManyRequests),
    ].map { (scope: Cooldown.Scope, delay: Int?, wait: TimeInterval, reason: GateReason) in
        Row(
            answer: .cooldown(
                Cooldown(
                    scope: scope, retryDelay: delay.map { .seconds($0) }, message: message)),
            job: .waits(.cooldown, due: nil, countsAttempt: false), charge: .free,
            gate: .cooldown(until: now + wait, reason: reason, detail: message.text))
    }

    private static let serverErrors: [Row] = [
        (500, nil, nil), (504, nil, nil), (408, nil, nil), (503, 3600, 3600),
        (503, 1_000_000, 172_800),
    ].map { (status: Int, delay: Int?, pause: TimeInterval?) in
        Row(
            answer: .serverError(
                status: status, retryDelay: delay.map { .seconds($0) }, message: message),
            job: .waits(
                .retry, due: now + 15, countsAttempt: true, detail: "\(status) \(message.text)"),
            charge: .free,
            gate: .serverError(
                until: pause.map { now + $0 }, detail: "\(status) \(message.text)"))
    }

    private static let certificates: [Row] = [
        (TransportFailure.Reason.certificate, GateReason.certificateNotTrusted),
        (.certificateDate, .certificateOutOfDate),
    ].map { reason, code in
        Row(
            answer: .notSent(TransportFailure(reason: reason, message: "In curl's words.")),
            job: .waits(.cooldown, due: nil, countsAttempt: false), charge: .free,
            gate: .unreachable(code, detail: "In curl's words."))
    }

    private static let transport: [Row] = [
        (TransportFailure.Reason.dns, UncertaintyReason.dns), (.connect, .connect), (.tls, .tls),
        (.proxy, .proxy), (.connectionLost, .connectionLost), (.deadline, .deadline),
        (.cancelled, .cancelled), (.abandoned, .abandoned), (.gateway, .gateway), (.other, .other),
    ].flatMap { reason, code in
        let failure = TransportFailure(reason: reason, message: "In curl's words.")
        return [
            Row(
                answer: .notSent(failure),
                job: .waits(.cooldown, due: nil, countsAttempt: false), charge: .free,
                gate: .unreachable(detail: failure.message)),
            Row(
                answer: .outcomeUnknown(failure),
                job: .uncertain(reason: code, detail: failure.message), charge: .unknown,
                // What was cancelled here says nothing of the provider.
                gate: code == .cancelled ? nil : .unknownOutcome(detail: failure.message)),
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
        #expect(try await verdict().settlement(of: .made(.picture(picture))) == nil)
    }

    @Test func `words settle nothing before they are saved`() async throws {
        let words = GeneratedWords(json: Data("{}".utf8), receipt: Self.wordsReceipt)
        #expect(try await verdict().settlement(of: .made(.words(words))) == nil)
    }

    @Test func `what was made is kept with its type and its cost`() async throws {
        let charge = try await verdict().charge
        let words = GeneratedWords(json: Data("{}".utf8), receipt: Self.wordsReceipt)
        let kept = PaidAnswer(.words(words), charge)
        #expect(kept.entry.body == words.json && kept.settlement == nil)
        #expect(kept.entry.header.mimeType == "application/json")
        #expect(kept.entry.header.cost == 975)
        let picture = GeneratedPicture(
            data: Data([1]), mimeType: "image/png", text: "Here.", receipt: Self.receipt)
        let keptPicture = PaidAnswer(.picture(picture), charge).entry
        #expect(keptPicture.body == picture.data && keptPicture.header.text == "Here.")
        #expect(keptPicture.header.mimeType == "image/png")
        #expect(keptPicture.header.cost == Self.cost)
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

    @Test(arguments: [(0.0, 15.0), (0.5, 22.5), (1.0, 30.0)])
    func `jobs that failed together do not return together`(
        chance: Double, seconds: TimeInterval
    ) async throws {
        let verdict = try await verdict(chance: chance)
        #expect(verdict.settlement(of: Self.overloaded)?.job.due == Self.now + seconds)
    }

    @Test func `a server error is tried again later each time, five times in all`() async throws {
        var pauses: [TimeInterval?] = []
        for attempt in 1...5 {
            let verdict = try await verdict(attempts: attempt, chance: 1)
            let job = try #require(verdict.settlement(of: Self.overloaded)).job
            pauses.append(job.due?.timeIntervalSince(Self.now))
            guard attempt == 5 else { continue }
            #expect(job == .failed(reason: .serverError, detail: "503 In the provider's words."))
        }
        #expect(pauses == [30, 120, 480, 1800, nil])
    }

    @Test(arguments: [1, 5, 50])
    func `an attempt in an outage does not count, so that none is the last`(
        attempts: Int
    ) async throws {
        let settlement = try await verdict(attempts: attempts).settlement(of: Self.overloaded)
        guard case .waits(.retry, let due?, false, _)? = settlement?.jobInOutage else {
            Issue.record("\(String(describing: settlement))")
            return
        }
        #expect(due > Self.now)
    }

    @Test func `a job that is refused a second time without a reason fails`() async throws {
        let verdict = try await verdict(refusals: 1)
        let settlement = try #require(verdict.settlement(of: .refused(Self.message)))
        #expect(settlement.job == .failed(reason: .refused, detail: Self.message.text))
        #expect(settlement.charge?.state == .free)
        #expect(settlement.gate == .refused(input: Self.photo, detail: Self.message.text))
    }

    @Test func `an answer that breaks off because it was cancelled says nothing of the provider`()
        async throws
    {
        let unreadable = UnreadableAnswer(
            detail: "cancelled", paid: PaidBody(Data(), receipt: nil))
        let verdict = try await verdict(unsent: .cancelled)
        #expect(try #require(verdict.settlement(of: .unreadable(unreadable))).gate == nil)
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

    private static let overloaded = Answer.serverError(
        status: 503, retryDelay: nil, message: message)

    /// The name of the photo that every verdict's job is about.
    private static let photo = String(repeating: "7", count: 64)

    /// The verdict on an attempt, whose claim and charge come from a real queue.
    private func verdict(
        attempts: Int = 1, refusals: Int = 0, isModelNamed: Bool = true, chance: Double = 0,
        unsent: JobEnd? = nil
    ) async throws -> AnswerVerdict {
        try await TestHome.with { test in
            let job = NewJob(
                kind: .headshot, payload: "{}", provider: "gemini",
                person: try #require(TestHome.person),
                input: JobInput(photo: Self.photo, name: "me.jpg"))
            _ = try await test.store.submit([job], now: test.clock.now)
            let worker = WorkerID(freshName())
            for attempt in 1..<(attempts + refusals) {
                let claim = try await test.claimed(by: worker)
                let reason = attempt <= refusals ? WaitReason.refused : .retry
                let waits = JobEnd.waits(reason, due: nil, countsAttempt: true)
                _ = try await test.store.settle(
                    claim, Settlement(job: waits), now: test.clock.now)
            }
            let (claim, charge) = try await test.charged(by: worker)
            return AnswerVerdict(
                claim: claim, charge: charge, isModelNamed: isModelNamed,
                maxAttempts: WorkerSettings.standardAttempts,
                unsent: unsent, now: Self.now, chance: chance)
        }
    }
}

extension JobEnd {
    /// When a job that waits is due.
    fileprivate var due: Date? {
        if case .waits(_, let due, _, _) = self { due } else { nil }
    }
}
