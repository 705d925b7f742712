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
        try ageLeftovers()
        let prune = try await run("prune")
        #expect(prune.exit == .status(0), "\(prune.errors)", sourceLocation: sourceLocation)
        let broken = try checkPromises(
            home: home, results: results, printed: printed, ledger: await emulator.ledger(),
            cap: cap, mayWait: mayWait)
        #expect(broken == [], comment, sourceLocation: sourceLocation)
    }

    /// Dates every file of the home and of the results back by two days.
    func ageLeftovers() throws {
        let date = Date(timeIntervalSinceNow: -2 * 86_400)
        for folder in ["photos", "spool", "answers", "results"].map({ "\(home)/\($0)" }) {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                try FileManager.default.setAttributes(
                    [.modificationDate: date], ofItemAtPath: "\(folder)/\(name)")
            }
        }
    }
}
