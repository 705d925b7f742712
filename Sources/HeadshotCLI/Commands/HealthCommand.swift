import Answers
import ArgumentParser
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Setup
import Transfer

/// `headshot health`: asks a server whether it takes orders, or looks whether a worker works.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "health", "Check a server or a worker, for supervisors and containers.",
        """
        Asks a server's /readyz, and waits for \(patience.components.seconds) seconds at most. A server that takes orders \
        while no worker does them is degraded, which is 0, too.

        With --worker it looks into the queue instead: a worker of it must run, and have looked for jobs within two minutes.
        """,
        examples: [
            "headshot health", "headshot health --socket /run/headshot/admin.sock --json",
            "headshot health --worker",
        ],
        exits: [.badEnds("the server or the worker is not ready"), .disk, .away, .configuration])

    @Option(
        help: ArgumentHelp(
            "The server's address for health and metrics.", "url",
            default: "\(defaultURL), where 'headshot serve' has it"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "The same as the path of a socket, as in 'headshot serve --admin unix:PATH'.", "file"),
        completion: .file())
    var socket: String?

    @Flag(help: "Check that a worker of the queue works, instead of a server.")
    var worker = false

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [url != nil, socket != nil, worker].count(where: \.self) <= 1 else {
            throw UsageError("Use one of --url, --socket and --worker.")
        }
    }

    func run() async throws {
        let answer = worker ? try await look() : try await ask()
        try Output.print(answer, asJSON: output.json)
        if !answer.isReady { try ExitStatus.badEnds.end() }
    }

    /// How the workers of the queue are.
    private func look() async throws -> HealthAnswer {
        var problem: ReadinessProblem?
        try await Session.run(home) { session in
            let roster = WorkerRoster(session.store.presence)
            problem = ReadinessProblem(try await roster.crew(now: session.now))
        }
        return HealthAnswer(
            status: problem == nil ? "ready" : "unavailable",
            problems: [problem?.rawValue].compactMap(\.self))
    }

    private static let defaultURL = "http://127.0.0.1:8643"
    private static let patience: Duration = .seconds(5)

    private func ask() async throws -> HealthAnswer {
        let address = url ?? Self.defaultURL
        let shown = socket.map { "unix:\($0)" } ?? SecretText.withoutSecrets(address)
        func failure(_ detail: String) -> UserMessage {
            UserMessage(
                .badEnds, "no_health", "No health endpoint at \(shown): \(detail)",
                "Does 'headshot serve' run? It prints the address of its health when it starts.")
        }
        // A socket's server answers to this name.
        let base =
            socket != nil
            ? "http://localhost" : address.contains("://") ? address : "http://\(address)"
        // libcurl would repeat what it takes for the host.
        guard WebAddress(base) != nil else { throw failure("this is not an address") }
        guard let transport = CurlTransport() else { throw failure("libcurl did not start") }
        let exchange = await transport.carry(
            HTTPRequest(
                url: "\(base.hasSuffix("/") ? String(base.dropLast()) : base)/readyz",
                headers: ["Accept: application/json"], body: nil, timeout: Self.patience,
                answerLimit: 65_536, bypassesProxies: true, isAlone: true, socketPath: socket)
        ) { _ in }
        if case .failed(let end) = exchange.end { throw failure(end.message) }
        guard let answer = try? JSONDecoder().decode(HealthAnswer.self, from: exchange.body) else {
            throw failure("the answer has the status \(exchange.status ?? 0)")
        }
        return answer
    }
}

/// What a server reports about itself.
struct HealthAnswer: Codable, CommandAnswer {
    /// `ready`, `degraded` or `unavailable`.
    let status: String
    /// Stable codes of what is wrong.
    let problems: [String]

    var isReady: Bool { ["ready", "degraded"].contains(status) }

    var text: String {
        guard !problems.isEmpty else { return status }
        return
            "\(status): \(problems.map { ReadinessProblem(rawValue: $0)?.words ?? $0.printable }.joined(separator: ", "))"
    }
}
