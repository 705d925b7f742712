import Foundation
import Testing

private let environment = ProcessInfo.processInfo.environment
private let sequences = environment["HEADSHOT_MODEL_SEQUENCES"].flatMap(Int.init)

/// The queue beside its model; `HEADSHOT_MODEL_SEQUENCES=5000` goes through more and longer sequences than usual.
@Suite(.timeLimit(.minutes(sequences == nil ? 10 : 600)))
struct ModelTests {
    private static let seed = environment["HEADSHOT_MODEL_SEED"].flatMap(UInt64.init) ?? 1

    /// In parts, which are tried at once.
    @Test(arguments: UInt64(0)..<4)
    func `whatever people and workers do, the queue does what its model says`(
        part: UInt64
    ) async throws {
        let steps = sequences == nil ? 30 : 80
        let end = Self.seed + UInt64(sequences ?? 200)
        for seed in stride(from: Self.seed + part, to: end, by: 4) {
            let operations = Walk.operations(seed: seed, count: steps)
            // Both engines have the same statements, so the server is tried less often.
            let difference = try await Comparison.difference(
                in: operations, server: (seed / 4).isMultiple(of: 4))
            guard let difference else { continue }
            let shortest = try await Comparison.shortest(difference)
            Issue.record("seed \(seed): \(shortest)")
            return
        }
    }

    @Test func `the sequences come to every answer that the queue has`() {
        var answers: Set<String> = []
        for seed in UInt64(1)...400 {
            var model = QueueModel()
            for operation in Walk.operations(seed: seed, count: 80) {
                let answer = model.apply(operation)
                answers.insert(String(answer.prefix { $0 != " " && $0 != "(" }))
            }
        }
        let expected: Set = [
            "queued", "existing", "claimed", "idle", "held", "kept", "lost", "started",
            "capReached", "budgetReached", "cancelled", "requested", "tooLate", "notFound",
            "written", "resolved",
            "notUncertain", "knownPaid", "recovered", "cleared", "open", "adopted", "known",
            "passed", "mended", "removed",
            "busy", "nothing", "goes",
        ]
        #expect(answers == expected)
    }

    @Test func `a rule that the queue does not keep is found, with the fewest steps that show it`()
        async throws
    {
        var wrong = QueueModel()
        wrong.firstWait = 2
        for seed in UInt64(1)...1000 {
            let operations = Walk.operations(seed: seed, count: 30)
            guard let difference = try await Comparison.difference(in: operations, from: wrong)
            else { continue }
            let shortest = try await Comparison.shortest(difference, from: wrong)
            // A job, and a worker that takes it and dies; time passes if the job is one for later.
            let steps = shortest.operations.count { operation in
                if case .pass = operation { false } else { true }
            }
            #expect(steps == 3, "\(shortest)")
            return
        }
        Issue.record("no sequence showed the difference")
    }
}
