import Foundation
import JobQueue
import Testing

/// Outages that no status tells of: requests without an answer, answers that are none, refusals without a reason.
@Suite(.timeLimit(.minutes(10)))
struct GateOutageTests {
    private static let many = DailyCap(charges: 10_000, timeZone: TestQueue.utc)

    /// Lets one new job meet an answer.
    private func answer(
        _ queue: TestQueue, _ change: GateChange, photo: String = TestQueue.photo,
        at moment: Date = TestQueue.now
    ) async throws {
        try await queue.submit(photo: photo, at: moment)
        let claim = try await queue.take(cap: Self.many, at: moment)
        let charge = try await queue.charge(claim, cap: Self.many, at: moment)
        let settlement = Settlement(
            job: .failed(reason: .invalidRequest, detail: nil),
            charge: ChargeEnd(id: charge.id, state: .free), gate: change)
        try await queue.store.settle(claim, settlement, now: moment)
    }

    /// A photo's name of which every digit is this one.
    private func photo(_ digit: Int) -> String { String(repeating: String(digit), count: 64) }

    @Test(arguments: [
        (GateChange.unknownOutcome(detail: "silence"), GateReason.unknownOutcomes),
        (.noAnswer(detail: "silence"), .noAnswers),
    ])
    func `three costly failures in a row close the gate, longer each time`(
        change: GateChange, reason: GateReason
    ) async throws {
        try await TestQueue.with { queue in
            var moment = queue.now
            var rests: [TimeInterval] = []
            for _ in 1...9 {
                try await answer(queue, change, at: moment)
                let opens = max(moment, try await queue.gate().opens)
                rests.append(opens.timeIntervalSince(moment))
                moment = opens
            }
            #expect(rests == [0, 0, 300, 600, 1200, 2400, 4800, 7200, 7200])
            #expect(try await queue.gate().reason == reason.rawValue)
            #expect(try await queue.gate().detail == "silence")
        }
    }

    @Test func `until costly failures close the gate no more are let out than would close it`()
        async throws
    {
        try await TestQueue.with { queue in
            for _ in 0..<8 { try await queue.submit() }
            var out: [(Claim, Charge)] = []
            for _ in 0..<4 {
                let claim = try await queue.take()
                out.append((claim, try await queue.charge(claim)))
            }
            for (claim, charge) in out {
                let settlement = Settlement(
                    job: .uncertain(reason: .deadline, detail: nil),
                    charge: ChargeEnd(id: charge.id, state: .unknown),
                    gate: .unknownOutcome(detail: nil))
                try await queue.store.settle(claim, settlement, now: queue.now)
                #expect(try await queue.claim().isHeld)
            }
        }
    }

    /// Workers that send whenever they may, against a service that takes each request and never answers.
    @Test(arguments: [1, 2, 4, 16])
    func `a hang of eight hours costs those on their way and eight more`(concurrency: Int)
        async throws
    {
        try await TestQueue.with { queue in
            for _ in 0..<60 { try await queue.submit() }
            var out: [(claim: Claim, charge: Charge, sent: Date)] = []
            var requests = 0
            var moment = queue.now
            while moment < queue.now + 8 * 3600 {
                let ended = out.filter { $0.sent + 60 <= moment }
                out.removeAll { $0.sent + 60 <= moment }
                for request in ended {
                    let settlement = Settlement(
                        job: .uncertain(reason: .deadline, detail: nil),
                        charge: ChargeEnd(id: request.charge.id, state: .unknown),
                        gate: .unknownOutcome(detail: nil))
                    try await queue.store.settle(request.claim, settlement, now: moment)
                    try await send(at: moment)
                }
                try await send(at: moment)
                moment += 20
            }
            // It takes three in a row to know that it is an outage.
            #expect(requests <= max(concurrency, 3) + 8)
            #expect(requests > concurrency)
            #expect(try await queue.gate().reason == GateReason.unknownOutcomes.rawValue)

            func send(at moment: Date) async throws {
                while out.count < concurrency,
                    let claim = try await queue.claim(cap: Self.many, at: moment).claim
                {
                    guard
                        let charge = try await queue.startCharge(
                            claim, cap: Self.many, at: moment
                        ).charge
                    else { return }
                    out.append((claim, charge, moment))
                    requests += 1
                }
            }
        }
    }

    @Test func `failures that are free leave the patience for costly ones as it is`() async throws {
        try await TestQueue.with { queue in
            var moment = queue.now
            for _ in 0..<5 {
                try await answer(queue, .serverError(detail: nil), at: moment)
                moment = max(moment, try await queue.gate().opens)
            }
            for _ in 0..<2 { try await answer(queue, .unknownOutcome(detail: nil), at: moment) }
            try await answer(queue, .serverError(detail: nil), at: moment)
            moment = try await queue.gate().opens
            try await answer(queue, .unknownOutcome(detail: nil), at: moment)
            #expect(try await queue.gate().opens == moment + 300)
        }
    }

    @Test func `one answer ends every row of failures`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<3 {
                for _ in 0..<2 { try await answer(queue, .unknownOutcome(detail: nil)) }
                for number in 0..<2 {
                    try await answer(
                        queue, .refused(input: photo(number), detail: nil), photo: photo(number))
                }
                try await answer(queue, .answered)
                #expect(try await queue.gate().failures == 0)
                #expect(try await queue.gate().costlyFailures == 0)
                #expect(try await queue.gate().refusedInputs == [])
            }
            try await queue.submit()
            try await queue.take(cap: Self.many)
        }
    }

    @Test func `three different photos that are refused without a reason close the gate`()
        async throws
    {
        try await TestQueue.with { queue in
            var moment = queue.now
            for number in 1...2 {
                try await answer(
                    queue, .refused(input: photo(number), detail: nil), photo: photo(number))
                #expect(try await queue.gate().opens <= moment)
            }
            var rests: [TimeInterval] = []
            // Whichever photo the probe has.
            for number in [3, 3, 1, 4, 5, 6] {
                try await answer(
                    queue, .refused(input: photo(number), detail: "Invalid argument."),
                    photo: photo(number), at: moment)
                let gate = try await queue.gate()
                rests.append(gate.opens.timeIntervalSince(moment))
                #expect(gate.reason == GateReason.refusals.rawValue)
                #expect(gate.detail == "Invalid argument.")
                moment = gate.opens
            }
            #expect(rests == [30, 60, 120, 240, 300, 300])
        }
    }

    @Test func `one photo that is refused in six styles closes nothing`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<6 {
                try await answer(queue, .refused(input: photo(1), detail: nil), photo: photo(1))
            }
            #expect(try await queue.gate().opens <= queue.now)
            try await queue.submit()
            try await queue.take()
        }
    }

    @Test func `what was on its way when the gate closed makes the rest no longer`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<8 { try await queue.submit() }
            var out: [(Claim, Charge)] = []
            for _ in 0..<8 {
                let claim = try await queue.take()
                out.append((claim, try await queue.charge(claim)))
            }
            let changes: [GateChange] =
                Array(repeating: .serverError(detail: nil), count: 4)
                + [
                    .unknownOutcome(detail: nil), .noAnswer(detail: nil),
                    .unreachable(detail: nil), .refused(input: photo(2), detail: nil),
                ]
            for ((claim, charge), change) in zip(out, changes) {
                let settlement = Settlement(
                    job: .waitsForGate, charge: ChargeEnd(id: charge.id, state: .free),
                    gate: change)
                try await queue.store.settle(claim, settlement, now: queue.now)
            }
            #expect(try await queue.gate().opens == queue.now + 30)
            #expect(try await queue.gate().failures == 3)
            #expect(try await queue.gate().reason == GateReason.serverErrors.rawValue)
        }
    }

    @Test func `a pause that a failing service asks for is kept at once`() async throws {
        try await TestQueue.with { queue in
            try await answer(queue, .serverError(until: queue.now + 600, detail: "503"))
            #expect(try await queue.gate().opens == queue.now + 600)
            #expect(try await queue.gate().reason == GateReason.serverErrors.rawValue)
        }
    }

    @Test func `a job that was refused without a reason remembers it`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let due = queue.now + 15
            try await queue.run(to: .waits(.refused, due: due, countsAttempt: true), .free)
            #expect(try await queue.job(id).refusals == 1)
            #expect(try await queue.job(id).waitReason == .refused)
            try await queue.run(
                to: .waits(.retry, due: due, countsAttempt: true), .free, at: due)
            #expect(try await queue.job(id).refusals == 1)
        }
    }
}
