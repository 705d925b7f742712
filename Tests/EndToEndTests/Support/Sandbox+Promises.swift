import Foundation
import TestSupport
import Testing

extension Sandbox {
    /// Expects that every promise is kept once no process is left.
    ///
    /// What crashes left is a day old for the program then, so that `prune` removes it.
    func expectPromises(
        printed: [String], _ emulator: EmulatorProcess, cap: Int = 10, mayWait: Bool = false,
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try ageLeftovers(home: home, results: results)
        let prune = try await run("prune")
        #expect(prune.exit == .status(0), "\(prune.errors)", sourceLocation: sourceLocation)
        let broken = try checkPromises(
            home: home, results: results, printed: printed, ledger: await emulator.ledger(),
            cap: cap, mayWait: mayWait)
        #expect(broken == [], comment, sourceLocation: sourceLocation)
    }
}
