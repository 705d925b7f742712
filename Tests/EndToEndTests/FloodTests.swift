import Foundation
import TestSupport
import Testing

/// One space floods the server and its worker; another does not notice.
///
/// `HEADSHOT_TESTS_FLOOD=100x60` floods with a hundred clients for a minute.
@Suite(.timeLimit(.minutes(10)))
struct FloodTests {
    /// How many clients flood, and for how many seconds at least.
    private static let flood: (clients: Int, seconds: Int) = {
        let text = ProcessInfo.processInfo.environment["HEADSHOT_TESTS_FLOOD"] ?? "12x1"
        let numbers = text.split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2 else { preconditionFailure("\(text) is not like 100x60") }
        return (numbers[0], numbers[1])
    }()

    @Test func `a flood of one space holds up neither jobs, photos, streams nor waits of another`()
        async throws
    {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let app = try await sandbox.addSpace(
                "flood", "--kind", "app", "--provider", "local", "--budget", "1")
            let token = try await sandbox.addSpace("innocent")
            try await ServerProcess.with(sandbox, "--work") { server in
                let (accepted, note) = AsyncStream.makeStream(of: Void.self)
                let flood = Flood(server: server, token: app, accepted: note)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<Self.flood.clients {
                        group.addTask { try await flood.run() }
                    }
                    // More than the worker does meanwhile.
                    for await _ in accepted.prefix(60) {}
                    let begin = ContinuousClock.now
                    var waits: [TimeInterval] = []
                    repeat {
                        waits.append(try await Self.innocent(server, token, waits.count))
                    } while waits.count < 5
                        || begin.duration(to: .now) < .seconds(Self.flood.seconds)
                    group.cancelAll()
                    let sorted = waits.sorted()
                    #expect(sorted[sorted.count / 2] < 2, "\(waits)")
                }
            }
        }
    }

    /// Hands a photo in, orders a paid headshot, and follows it to its end; returns the seconds until it was started.
    private static func innocent(
        _ server: ServerProcess, _ token: String, _ number: Int
    ) async throws -> TimeInterval {
        let person = "person-\(number)"
        let id = try await server.queueOne(token: token, person: person)
        async let events = server.send(
            "GET", "/v1/jobs/\(id)/events", token: token, person: person)
        let ended = try await server.send(
            "GET", "/v1/jobs/\(id)", token: token, person: person, headers: ["prefer": "wait=60"])
        #expect(ended.status == 200, "\(ended.text)")
        #expect(try ended.json["state"] as? String == "succeeded", "\(ended.text)")
        #expect(try await events.text.contains("event: job"))
        func time(_ member: String) throws -> Date {
            let text = try #require(try ended.json[member] as? String)
            return try Date(text, strategy: .iso8601)
        }
        return try time("started").timeIntervalSince(time("submitted"))
    }

    /// A client that does with a public token what it can.
    private struct Flood: Sendable {
        let server: ServerProcess
        let token: String
        /// Hears of each job that the server took.
        let accepted: AsyncStream<Void>.Continuation

        func run() async throws {
            while !Task.isCancelled {
                // Each round is another made-up person.
                let person = UUID().uuidString
                do {
                    try await flood(as: person)
                } catch is CancellationError {
                    return
                } catch let error as URLError where error.code == .cancelled {
                    return
                }
            }
        }

        private func flood(as person: String) async throws {
            let photo = try await server.send(
                "POST", "/v1/photos", token: token, person: person,
                headers: ["content-type": "image/jpeg"], body: try PhotoFixture.landscape())
            guard photo.status == 201, let id = try photo.json["id"] as? String else { return }
            let styles = [
                "front-professional", "front-casual", "left-professional", "left-casual",
            ]
            for style in styles {
                let order = #"{"photo_id":"\#(id)","styles":["\#(style)"]}"#
                let jobs = try await server.post(
                    "/v1/jobs", order, token: token, person: person,
                    headers: ["idempotency-key": UUID().uuidString])
                if jobs.status == 202 { accepted.yield() }
            }
        }
    }
}
