import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The program `gemini-emulator`: the providers' wire formats on loopback, with faults on demand.
@main
struct GeminiEmulator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gemini-emulator",
        abstract:
            "Speaks the APIs of Gemini and OpenAI on 127.0.0.1, for tests and demonstrations.",
        discussion: """
            Every picture is made from the photo that was sent, words by the schema that asks for them; nothing \
            leaves this machine and nothing costs money.

            Example:
              gemini-emulator --port 8080 --scenario busy.json --ledger requests.jsonl

            A scenario is a list of rules, of which the first that applies decides; without one \
            that applies the answer is ok:
              {"rules": [
                {"answer": "429-per-minute", "retryDelay": "34s", "times": 2},
                {"answer": "slow", "seconds": 10, "when": {"promptContains": "left"}},
                {"answer": "instant", "picture": "headshot.jpg", "times": 5},
                {"answer": "hang", "when": {"photo": "<its SHA-256>", "request": 3}},
                {"answer": "custom", "status": 502, "body": "<html>", "headers": {"Retry-After": "9"}}]}

            "models" beside "rules" names the models that are listed and served:
              {"models": ["gemini-3.1-flash-image"], "rules": []}

            A request for words is answered like one for a picture: ok, instant, slow, hold and thinking-drafts \
            bring words that fit; malformed-words, other-words, cut-words and blocked-words are faults of words alone.

            Answers: \(Answer.allCases.map(\.rawValue).joined(separator: ", ")).

            While it runs:
              PUT  /control/scenario            replaces the rules
              POST /control/release             lets requests go on that "hold" keeps waiting
              GET  /control/ledger              the requests seen, one line of JSON each
              GET  /control/requests?atLeast=N  answers once N requests have arrived, with their count and that
                                                of requests for the list of models

            Exit codes: 0 stopped by SIGTERM, SIGINT or SIGHUP; 1 the port is taken; 64 usage; 74 the ledger \
            cannot be opened; 78 the scenario cannot be used.
            """)

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port: Int

    @Option(help: "A JSON file with the rules that decide how requests are answered.")
    var scenario: String?

    @Option(help: "A file that gets one line of JSON for each generation request.")
    var ledger: String?

    @Option(help: "The only API key that is right; without it every key but \"invalid\" is.")
    var apiKey: String?

    func run() async throws {
        // A test that stops reading the output must not end the service.
        signal(SIGPIPE, SIG_IGN)
        let emulator = Emulator(
            scenario: try readScenario(), ledger: try openLedger(), now: Self.milliseconds)
        let router = emulatorRouter(
            emulator: emulator, expectedKey: apiKey, run: "\(Self.milliseconds())")
        var logger = Logger(label: "gemini-emulator") { StreamLogHandler.standardError(label: $0) }
        // The framework's messages about connections that faults broke are not errors here.
        logger.logLevel = .critical
        let server = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                let line = "listening on http://127.0.0.1:\(port)\n"
                try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            }, logger: logger)
        // Cancelled rather than shut down gracefully: a held or hanging request would never finish.
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: server)],
                cancellationSignals: [.sigterm, .sigint, .sighup],
                logger: logger))
        try await group.run()
    }

    private func readScenario() throws -> Scenario {
        guard let path = scenario else { return .wellBehaved }
        do throws(ScenarioError) {
            return try Scenario(json: ScenarioError.contents(of: path))
        } catch {
            try Self.fail(error.description, exitCode: 78)
        }
    }

    private func openLedger() throws -> Ledger {
        do {
            return try Ledger(path: ledger)
        } catch {
            try Self.fail("The ledger cannot be opened: \(error)", exitCode: 74)
        }
    }

    private static func fail(_ message: String, exitCode: Int32) throws -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("gemini-emulator: \(message)\n".utf8))
        throw ExitCode(exitCode)
    }

    /// Milliseconds since 1970.
    @Sendable private static func milliseconds() -> Int64 {
        // Clock: the program's own, which the emulator is handed.
        Int64(Date().timeIntervalSince1970 * 1000)
    }
}
