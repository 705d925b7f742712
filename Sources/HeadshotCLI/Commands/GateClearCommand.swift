import ArgumentParser
import JobQueue
import Setup

/// `headshot gate clear`: opens the gates again.
struct GateClearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Let requests be sent again, one at first, once what halted them is mended.",
        discussion: HelpText.ending(
            ["headshot gate clear"], [.done, .usage, .disk, .configuration]))

    @OptionGroup var home: HomeOptions

    func run() async throws {
        try await Session.run(home) { session in
            let now = session.configuration.environment.now
            var cleared: [String] = []
            let providers = Set(try await session.store.gates().map(\.provider)).sorted()
            for provider in providers
            where try await session.store.clearGate(of: provider, now: now) {
                cleared.append(provider)
            }
            try Output.write(
                line: cleared.isEmpty
                    ? "No gate was closed."
                    : "\(cleared.joined(separator: ", ")): requests may be sent, one at first.")
        }
    }
}
