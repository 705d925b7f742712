import ArgumentParser
import Foundation
import TestSupport

/// Lets the built programs work on one queue for a while, kills them at random, and judges what is left.
@main
struct Soak: AsyncParsableCommand {
    @Option(help: "Where chance begins: the same seed tries the same acts in the same order.")
    var seed: UInt64 = 1

    @Option(help: "How long programs are killed; longer, until each promise was put to the test.")
    var minutes = 1.0

    @Option(help: "The seconds after a kill within which its jobs must be in other hands.")
    var recovery = 2.0

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "headshot-soak-\(UUID().uuidString)").path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        var scorecard = try await EmulatorProcess.with(
            scenario: Weather.scenario(seed: seed, minutes: minutes)
        ) { emulator in
            let ground = try Ground(folder: folder, emulator: emulator, seed: seed)
            let crew = Crew(ground)
            try await crew.work(for: .seconds(minutes * 60), seed: seed)
            return try await Judge(crew).scorecard()
        }
        scorecard.recoveryLimit = .seconds(recovery)
        print("seed \(seed), \((minutes * 60).formatted()) seconds\n\(scorecard.text)")
        guard scorecard.isClean else {
            print("Kept for a look: \(folder)")
            throw ExitCode.failure
        }
        try FileManager.default.removeItem(atPath: folder)
    }
}
