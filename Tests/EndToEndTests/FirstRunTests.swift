import Foundation
import TestSupport
import Testing

/// The first minutes of a user who names no model.
@Suite(.timeLimit(.minutes(10)))
struct FirstRunTests {
    private static let cheapest = "gemini-nano-banana-2.1"
    private static let old = "gemini-2.5-flash-image"
    private static let expensive = "gemini-3.1-flash-image"

    private func scenario(_ models: [String]) -> String {
        let names = models.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"models":[\#(names)],"rules":[]}"#
    }

    @Test func `a key whose list lacks the old model gets its headshots, by a model that is told`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            try await emulator.setScenario(scenario([Self.expensive, Self.cheapest]))
            let submitted = try await sandbox.run("submit", "--force", sandbox.photo())
            #expect(submitted.errors.contains("1 headshot by \(Self.cheapest), about $0.034."))
            #expect(submitted.errors.contains("The price is an estimate"))
            // Handing in asks nothing of the service.
            #expect(try await emulator.listRequests() == 0)
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().map(\.model) == [Self.cheapest])
            let status = try await sandbox.run("status")
            #expect(status.output.contains("\(Self.cheapest), about $0.034 a headshot\n"))
            #expect(status.output.contains("(chosen from the key's list)"))
            let doctor = try await sandbox.run("doctor")
            #expect(doctor.output.contains("\(Self.cheapest) is there"))
            let again = try await sandbox.run("submit", "--force", sandbox.photo(seed: 1))
            #expect(!again.errors.contains("The price is an estimate"))
        }
    }

    @Test
    func `a key that offers only a model at a higher price halts, names both, and goes on by name`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            try await emulator.setScenario(scenario([Self.expensive]))
            let job = try await sandbox.submitOne()
            let drained = try await sandbox.run("drain")
            #expect(drained.exit == .status(69))
            #expect(drained.errors.contains("\(Self.expensive), at about $0.067 a headshot"))
            #expect(drained.errors.contains("\(Self.cheapest), at about $0.034"))
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await sandbox.job(job).state == "waiting")
            _ = try await sandbox.run("gate", "clear")
            #expect(try await sandbox.drain("--model", Self.expensive) == 0)
            #expect(try await sandbox.job(job).state == "succeeded")
        }
    }

    @Test func `a model that is retired gives way to a more expensive one only once that was told`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            _ = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 0)
            try await emulator.setScenario(scenario([Self.old]))
            let job = try #require(try await sandbox.submit([sandbox.photo(seed: 1)]).first)
            #expect(try await sandbox.drain() == 69)
            #expect(try await sandbox.job(job).state == "waiting")
            // Cancelled and submitted again, it is told the price of what there is.
            #expect(try await sandbox.run("cancel", job).exit == .status(0))
            let again = try await sandbox.run("retry", job)
            #expect(again.exit == .status(0), "\(again.errors)")
            _ = try await sandbox.run("gate", "clear")
            #expect(try await sandbox.drain() == 0)
            #expect(
                try await emulator.ledger().filter { $0.charged == .yes }.map(\.model)
                    == [Self.cheapest, Self.old])
        }
    }

    @Test func `a wrong key halts before anything is sent, and the job waits`() async throws {
        try await EmulatorProcess.with(apiKey: "the-right-key") { emulator in
            try await Sandbox.with(asking: emulator.baseURL) { sandbox in
                let job = try await sandbox.submitOne()
                let drained = try await sandbox.run("drain")
                #expect(drained.exit == .status(69))
                #expect(drained.errors.contains("The API key is wrong, expired or blocked."))
                #expect(try await emulator.ledger().isEmpty)
                #expect(try await sandbox.job(job).state == "waiting")
                #expect(try await sandbox.job(job).charges.isEmpty)
            }
        }
    }
}
