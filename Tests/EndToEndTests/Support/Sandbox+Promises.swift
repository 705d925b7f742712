import Foundation
import TestSupport
import Testing

extension Sandbox {
    /// Expects that every promise is kept once no process is left.
    func expectPromises(
        printed: [String], _ emulator: EmulatorProcess, cap: Int = 10, mayWait: Bool = false,
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let broken = try await brokenPromises(
            printed: printed, emulator, cap: cap, mayWait: mayWait)
        #expect(broken == [], comment, sourceLocation: sourceLocation)
    }

    /// The promises that are broken once no process is left, and `prune` was run.
    ///
    /// What crashes left is made a day old first, so that `prune` removes it.
    func brokenPromises(
        printed: [String], _ emulator: EmulatorProcess, cap: Int = 10, mayWait: Bool = false
    ) async throws -> [String] {
        if variables[Self.queueVariable] == nil {
            try ageLeftovers(home: home, results: results)
        }
        let prune = try await run("prune")
        #expect(prune.exit == .status(0), "\(prune.errors)")
        if let url = variables[Self.queueVariable] {
            return try await checkPromises(
                server: PostgresClient(url: url), homes: [home] + otherHomes,
                store: #require(StoreView(variables)).sight(), printed: printed,
                ledger: await emulator.ledger(), cap: cap, mayWait: mayWait)
        }
        return try checkPromises(
            home: home, results: results, printed: printed, ledger: await emulator.ledger(),
            cap: cap, mayWait: mayWait)
    }
}
