import TestSupport
import Testing

@testable import EvalDegradations

/// Photos that are made worse step by step, after the manner of the standard's own test generator.
///
/// `make eval-degradations` does the same to twenty.
@Suite(.needs("the models: 'make setup-models'", where: { MeasuredFace.areThere }))
struct DegradationTests {
    @Test(.timeLimit(.minutes(10)))
    func `measures fall as photos become worse, and the right rule speaks first`() async throws {
        let scorecards = try await withThrowingTaskGroup(of: Scorecard.self) { group in
            for seed in 1...3 {
                group.addTask {
                    var scorecard = Scorecard()
                    try scorecard.add(
                        .drawn(seed), seed: UInt64(seed), MeasuredFace.analyzer())
                    return scorecard
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let chains = scorecards.flatMap(\.chains)
        #expect(chains.count == 3 * Degradation.all.count)
        let broken = chains.filter { $0.isFalling != true }.map {
            "\($0.degradation): \($0.subject)"
        }
        #expect(Scorecard.share(chains.map { $0.isFalling == true }) >= 0.95, "\(broken)")
        let wrong = chains.filter { $0.isRight == false }.map { "\($0.degradation): \($0.first)" }
        #expect(Scorecard.share(chains.compactMap(\.isRight)) >= 0.8, "\(wrong)")
        // A degradation that no rule ever notices would not count above.
        for name in Degradation.all.map(\.name) {
            #expect(chains.contains { $0.degradation == name && $0.isRight == true }, "\(name)")
        }
    }
}
