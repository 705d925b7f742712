import Foundation
import TestSupport
import Testing

/// A home in a temporary folder and the built program in it, run as a user runs it.
struct Sandbox: Sendable {
    /// The temporary folder; the home is in it, and photos are.
    let folder: String
    /// The variables that the program sees.
    var variables: [String: String]

    /// The key of every request; no output, log or file may ever hold it.
    static let key = "AIza-secret-of-this-test-0123456789"

    /// A model that any sandbox can name.
    static let model = "gemini-2.5-flash-image"

    /// The homes of other machines of the queue.
    var otherHomes: [String] = []

    var home: String { "\(folder)/home" }
    var results: String { "\(home)/results" }

    /// Makes a sandbox whose provider is at an address, for as long as `body` runs.
    ///
    /// - Parameter model: The model to ask; without one the provider is asked for its list first.
    @discardableResult
    static func with<Result>(
        asking url: String, model: String? = nil, _ body: (Sandbox) async throws -> Result
    ) async throws -> Result {
        try await withTemporaryFolder { folder in
            var variables = [
                "HOME": folder, "HEADSHOT_HOME": "\(folder)/home", "GEMINI_API_KEY": key,
                "GOOGLE_GEMINI_BASE_URL": url, "HEADSHOT_PROMPTS": "\(repository)/prompts",
                // The same on every machine; what they change has tests of its own.
                "HEADSHOT_MODELS": "none",
            ]
            variables["HEADSHOT_MODEL"] = model
            return try await body(Sandbox(folder: folder, variables: variables))
        }
    }

    /// Makes a sandbox whose provider is a fresh emulator, for as long as `body` runs.
    @discardableResult
    static func withEmulator<Result>(
        answer: String? = nil, _ body: (Sandbox, EmulatorProcess) async throws -> Result
    ) async throws -> Result {
        let scenario = answer.map { #"{"rules":[{"answer":"\#($0)"}]}"# }
        return try await EmulatorProcess.with(scenario: scenario) { emulator in
            try await with(asking: emulator.baseURL) { sandbox in
                try await body(sandbox, emulator)
            }
        }
    }

    /// Runs a command to its end.
    func run(_ arguments: String...) async throws -> ProgramResult {
        try await run(arguments)
    }

    /// Runs a command to its end.
    func run(_ arguments: [String]) async throws -> ProgramResult {
        try await Program.built("headshot").run(arguments, environment: variables, folder: folder)
    }

    /// Runs a command beside `body`, and kills it afterwards if it still runs.
    @discardableResult
    func running<Result>(
        _ arguments: [String], _ body: (RunningProgram) async throws -> Result
    ) async throws -> Result {
        try await Program.built("headshot")
            .withRunning(arguments, environment: variables, folder: folder, body: body)
    }

    /// The exit status of a drain with options.
    func drain(_ options: String...) async throws -> Int32 {
        let result = try await run(["drain"] + options)
        guard case .status(let status) = result.exit else {
            Issue.record("\(result)")
            return -1
        }
        return status
    }
}

extension Sandbox {
    /// Writes a photo that is different for each seed, and returns its name.
    func photo(seed: Int = 0) throws -> String {
        let name = "photo-\(seed).jpg"
        // There are colours for sixteen.
        try PhotoFixture.landscape(width: 640 + seed / 16, seed: seed)
            .write(to: URL(filePath: "\(folder)/\(name)"))
        return name
    }

    /// Submits photos and gives the ids of their jobs.
    ///
    /// Forced: most tests are not about faces, and their photos have none.
    func submit(_ arguments: [String]) async throws -> [String] {
        let result = try await run(["submit", "--json", "--force"] + arguments)
        #expect(result.exit == .status(0), "\(result.errors)")
        return try decode(Submitted.self, from: result.output).jobs.map(\.id)
    }

    /// Submits one photo for one headshot; each time the same one.
    func submitOne() async throws -> String {
        try #require(try await submit([photo(), "--again"]).first)
    }

    /// All that `show` tells of a job.
    func job(_ id: String) async throws -> Shown {
        try decode(Shown.self, from: try await run("show", id, "--json").output)
    }

    /// All jobs that `list` tells of.
    func jobs() async throws -> [Shown.Summary] {
        let result = try await run("list", "--json", "--limit", "1000")
        return try decode(Listed.self, from: result.output).jobs
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from json: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(json.utf8))
    }

    private struct Submitted: Decodable {
        struct Job: Decodable { let id: String }
        let jobs: [Job]
    }

    private struct Listed: Decodable {
        let jobs: [Shown.Summary]
    }
}

/// What the tests read of the JSON of `show`.
struct Shown: Decodable {
    struct Charge: Decodable {
        let state: String
    }
    struct Summary: Decodable {
        let id: String
        let state: String
        let reason: String
        let person: String
        let kind: String
        let provider: String
        let style: String?
    }
    let state: String
    let reason: String
    let result: String?
    let photoSha256: String
    let attempts: Int
    let workerDeaths: Int
    let promptVersion: String?
    let charges: [Charge]
}

/// The repository's root.
let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path(percentEncoded: false)
    .replacing(/\/$/, with: "")
