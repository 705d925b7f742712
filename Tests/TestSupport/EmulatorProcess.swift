public import Foundation
import FoundationNetworking

/// A running `gemini-emulator`, steered through its control endpoint.
public struct EmulatorProcess: Sendable {
    /// Why the emulator did not do as it was told.
    public enum Failure: Error, Sendable, Equatable {
        /// The line that it prints when it listens has no address in it.
        case noAddress(line: String)
        /// The control endpoint answered with another status than a success.
        case refused(path: String, status: Int, body: String)
    }

    /// Where it listens, such as `http://127.0.0.1:40123`.
    public let baseURL: String

    /// The port that it listens on.
    public var port: UInt16 {
        get throws {
            guard let port = URL(string: baseURL)?.port.flatMap(UInt16.init(exactly:)) else {
                throw Failure.noAddress(line: baseURL)
            }
            return port
        }
    }

    /// Starts the emulator on a free port for as long as `body` runs.
    ///
    /// - Parameters:
    ///   - scenario: The rules as JSON; nil answers every request with a picture.
    ///   - ledger: The path of a ledger file, besides the one that ``ledger()`` reads.
    ///   - apiKey: The only key that is right; nil for any.
    @discardableResult
    public static func with<Result>(
        scenario: String? = nil, ledger: String? = nil, apiKey: String? = nil,
        _ body: (EmulatorProcess) async throws -> Result
    ) async throws -> Result {
        var arguments = ["--port", "0"]
        if let ledger { arguments += ["--ledger", ledger] }
        if let apiKey { arguments += ["--api-key", apiKey] }
        return try await Program.built("gemini-emulator").withRunning(arguments) { program in
            let line = try await program.waitForOutput("listening on ")
            guard let address = line.split(separator: " ").last, address.hasPrefix("http") else {
                throw Failure.noAddress(line: line)
            }
            let emulator = EmulatorProcess(baseURL: String(address))
            if let scenario { try await emulator.setScenario(scenario) }
            return try await body(emulator)
        }
    }

    /// Replaces the rules; requests that wait already keep their answer.
    public func setScenario(_ json: String) async throws {
        _ = try await control("PUT", "scenario", body: Data(json.utf8))
    }

    /// Lets the requests go on that are held by the answer `hold`.
    public func release() async throws {
        _ = try await control("POST", "release")
    }

    /// Every generation request so far, in order of arrival.
    public func ledger() async throws -> [LedgerEntry] {
        let lines = try await control("GET", "ledger")
        return try LedgerEntry.entries(ofLines: String(decoding: lines, as: UTF8.self))
    }

    /// How often the list of models was asked for.
    public func listRequests() async throws -> Int {
        struct Counts: Decodable { let lists: Int }
        let counts = try await control("GET", "requests")
        return try JSONDecoder().decode(Counts.self, from: counts).lists
    }

    /// Waits until so many generation requests have arrived whole, and gives the ledger then.
    @discardableResult
    public func waitForRequests(atLeast count: Int) async throws -> [LedgerEntry] {
        _ = try await control("GET", "requests?atLeast=\(count)")
        return try await ledger()
    }

    /// Sends a request of the service's interface and gives the status and the body.
    ///
    /// - Parameter path: Everything after the base URL, such as `/v1beta/models`.
    public func send(
        _ method: String, _ path: String, key: String? = "test-key",
        headers: [String: String] = [:], body: Data? = nil
    ) async throws -> (status: Int, body: Data) {
        guard let url = URL(string: baseURL + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        // A test that waits for a request is ended by its own time limit.
        request.timeoutInterval = 600
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(key, forHTTPHeaderField: "x-goog-api-key")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        return (response.statusCode, data)
    }

    private func control(_ method: String, _ path: String, body: Data? = nil) async throws -> Data {
        let answer = try await send(method, "/control/\(path)", key: nil, body: body)
        guard (200..<300).contains(answer.status) else {
            throw Failure.refused(
                path: path, status: answer.status,
                body: String(decoding: answer.body, as: UTF8.self))
        }
        return answer.body
    }
}
