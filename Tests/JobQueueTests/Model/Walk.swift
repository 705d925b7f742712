import JobQueue
import TestSupport

/// A random sequence of steps that mostly make sense where they come; the same seed makes the same one.
struct Walk {
    private var random: SplitMix64
    /// Whether workers die all the time.
    private let isDeadly: Bool
    private var model = QueueModel()
    private var jobs = 0
    private var claims = 0

    /// Draws a sequence.
    static func operations(seed: UInt64, count: Int) -> [Operation] {
        var walk = Walk(random: SplitMix64(state: seed), isDeadly: seed % 4 == 0)
        return (0..<count).map { _ in
            let operation = walk.next()
            _ = walk.model.apply(operation)
            return operation
        }
    }

    private init(random: SplitMix64, isDeadly: Bool) {
        self.random = random
        self.isDeadly = isDeadly
    }

    private mutating func next() -> Operation {
        if isDeadly, Int.random(in: 0..<3, using: &random) == 0 {
            return pick([
                .die(worker: 1), .die(worker: 2), .pass(seconds: 5),
                .claim(newClaim(), worker: 1, hasKey: true),
            ])
        }
        return switch Int.random(in: 0..<100, using: &random) {
        case 0..<16:
            .submit(
                job: newJob(), person: pick([1, 1, 2, 3, 4]), key: pick([0, 0, 0, 1, 2]),
                priority: pick([0, 0, 0, 5]), dueIn: pick([0, 0, 0, 60]),
                isFree: pick([false, false, false, true]))
        case 16..<36: claim()
        case 36..<76: work()
        case 76..<77: .release(claim: anyClaim())
        case 77..<78: .adoptAnswer(job: lostJob())
        case 78..<81: .cancel(job: anyJob())
        case 81..<82: .retry(job: anyJob(), as: newJob())
        case 82..<83: .resolvePaid(job: uncertainJob())
        case 83..<85: .resolveNotPaid(job: uncertainJob())
        case 85..<86: .resolveReplaced(job: uncertainJob(), by: newJob())
        case 86..<88: .die(worker: pick([1, 2]))
        case 88..<89: .leave(worker: pick([1, 2]))
        case 89..<90: .adoptAnswers
        case 90..<92: .clearGate
        case 92..<93:
            .setCap(
                pick([1, 2, 10]), spend: pick([0, 0, 42_000, 84_000, 126_000]),
                zone: pick(Zone.allCases))
        case 93..<94: .repairDueTimes
        case 94..<98: .pass(seconds: pick([1, 5, 20, 60, 300, 3600, 40_000, 86_400, -3600]))
        case 98..<99: .prune(olderThan: pick([0, 60]))
        default: .forget(person: pick([1, 2, 3]))
        }
    }

    private mutating func newClaim() -> Int {
        claims += 1
        return claims
    }

    private mutating func anyClaim() -> Int { Int.random(in: 0...max(claims, 1), using: &random) }

    private mutating func claim() -> Operation {
        .claim(newClaim(), worker: pick([1, 2]), hasKey: pick([true, true, true, false]))
    }

    /// The next step of a worker, or something that one does which lost its job meanwhile.
    private mutating func work() -> Operation {
        let isLate = Int.random(in: 0..<5, using: &random) == 0
        let candidates = model.holds.filter { _, hold in
            isLate || model.tokens[hold.job] == hold.token
        }
        guard let number = candidates.keys.sorted().randomElement(using: &random),
            let hold = candidates[number]
        else { return claim() }
        if hold.isSaving { return .settle(claim: number, pick(Outcome.saving)) }
        if hold.isFree {
            return .settle(claim: number, pick([.saved] + Outcome.beforeCharge))
        }
        guard let charge = hold.charge else {
            return pick([
                .startCharge(claim: number), .startCharge(claim: number),
                .startCharge(claim: number), .record(claim: number),
                .settle(claim: number, pick(Outcome.beforeCharge)),
            ])
        }
        if model.spool.contains(charge) {
            return .settle(claim: number, pick([.picture, .picture, .unusable]))
        }
        return pick([
            .spool(claim: number), .settle(claim: number, pick(Outcome.afterRequest)),
        ])
    }

    private mutating func newJob() -> Int {
        jobs += 1
        return jobs
    }

    private mutating func anyJob() -> Int { Int.random(in: 0...max(jobs, 1), using: &random) }

    private mutating func uncertainJob() -> Int {
        let uncertain = model.sight.jobs.filter { $0.state == .uncertain }
        return uncertain.randomElement(using: &random).flatMap(number) ?? anyJob()
    }

    /// A job with an answer in the spool that does not go on by itself.
    private mutating func lostJob() -> Int {
        let lost = model.sight.jobs.filter {
            $0.state == .uncertain || ["answer_lost", "result_unwritable"].contains($0.reason)
        }
        return lost.randomElement(using: &random).flatMap(number) ?? anyJob()
    }

    private func number(of job: ModelJob) -> Int? {
        model.ids.first { $0.value == job.id }?.key
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
}
