import Foundation
import JobQueue

/// What the benchmark does with a queue.
struct Driver {
    let worker = WorkerID(fresh())
    let provider = "gemini"
    /// Limits that no benchmark reaches.
    let limits = DailyCap(charges: 1_000_000_000, timeZone: .gmt)
    private let saved = SavedResult(
        ending: "front-professional.png", digest: String(repeating: "0", count: 64))
    private let draft = ChargeDraft(
        provider: "gemini", model: "model", estimate: 39_000, bound: 45_000,
        prompt: String(repeating: "word ", count: 300), promptVersion: "1")

    /// Submits the jobs, `batch` in a transaction.
    func enqueue(_ jobs: [NewJob], batch: Int, into store: isolated JobStore) throws {
        for start in stride(from: 0, to: jobs.count, by: batch) {
            let some = Array(jobs[start..<min(start + batch, jobs.count)])
            _ = try store.submit(some, now: Date())
        }
    }

    /// Claims and ends jobs one by one: two transactions each.
    func finish(_ count: Int, of store: isolated JobStore) throws {
        for _ in 0..<count {
            let claim = try claim(from: store)
            let end = Settlement(
                job: .succeeded(outcome: "{}", result: saved))
            _ = try store.settle(claim, end, now: Date())
        }
    }

    /// Takes jobs through all that the queue is told of a paid headshot.
    func pay(_ count: Int, of store: isolated JobStore) throws {
        for _ in 0..<count {
            let claim = try claim(from: store)
            _ = try store.record(facts: "{}", findings: "[]", for: claim)
            let paid = try charge(claim, in: store)
            _ = try store.settle(
                claim, Settlement(job: .saving, charge: paid, gate: .answered), now: Date())
            let end = Settlement(
                job: .succeeded(outcome: "{}", result: saved))
            _ = try store.settle(claim, end, now: Date())
        }
    }

    /// Takes jobs through the fewest transactions that a paid headshot needs: claimed, charged, ended.
    func live(_ count: Int, of store: isolated JobStore) throws {
        for _ in 0..<count {
            let claim = try claim(from: store)
            let paid = try charge(claim, in: store)
            let end = Settlement(
                job: .succeeded(outcome: "{}", result: saved),
                charge: paid, gate: .answered)
            _ = try store.settle(claim, end, now: Date())
        }
    }

    /// Submits jobs one by one with pauses between, for a worker that is idle each time.
    func drip(_ jobs: [NewJob], into store: JobStore) async throws {
        for job in jobs {
            // A prime number, so that the jobs come at every moment of the worker's interval.
            try await Task.sleep(for: .milliseconds(211))
            _ = try await store.submit([job], now: Date())
        }
    }

    /// Starts a job's charge, and returns how it ends.
    private func charge(_ claim: Claim, in store: isolated JobStore) throws -> ChargeEnd {
        let start = try store.startCharge(for: claim, draft, now: Date())
        guard case .started(let charge) = start else { throw Misuse() }
        return ChargeEnd(id: charge.id, state: .paid, cost: 39_000, receipt: "{}")
    }

    private func claim(from store: isolated JobStore) throws -> Claim {
        let result = try store.claim(
            for: worker, token: fresh().rawValue,
            providers: [PaidProvider(name: provider, model: "model")], now: Date())
        guard case .claimed(let claim) = result else { throw Misuse() }
        return claim
    }
}

extension Driver {
    /// A job as a submit makes it, of a photo that does not exist.
    static func job(_ number: Int) -> NewJob {
        NewJob(
            kind: JobKind(rawValue: "headshot"), payload: payload, provider: "gemini",
            person: people[number % people.count],
            input: JobInput(photo: digest(), name: "photo.jpg"))
    }

    /// As many as a studio has.
    private static let people = (0..<300).compactMap { Person("person-\($0)") }

    /// 200 bytes, as for every contender.
    private static let payload =
        #"{"force":false,"style":{"angle":"front","background":"professional"}"#
        + String(repeating: " ", count: 130) + "}"

    private static func digest() -> String {
        (0..<4).map { _ in
            let digits = String(UInt64.random(in: 0...(.max)), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

private func fresh() -> RandomName {
    var generator = SystemRandomNumberGenerator()
    return RandomName(using: &generator)
}
