import Foundation
import HeadshotWorker
import JobQueue
import Logging
import Setup
import TestSupport
import Testing

@testable import HeadshotServer

/// What the server removes, and says of it.
@Suite(.timeLimit(.minutes(10)))
struct HousekeepingTests {
    @Test func `an outage is logged with the sentence that a person reads`() async throws {
        try await withTemporaryFolder { folder in
            let configuration = Configuration(Environment(variables: [:]))
            try await Session.run(configuration, home: "\(folder)/home", isService: true) {
                session in
                _ = try await session.limits(stores: true)
                let lines = Observed<[String]>([])
                let logger = try configuration.logger(nil, nil, orElse: .info) { line in
                    lines.update { $0.append(line) }
                }
                let (path, away) = ("\(folder)/home/queue.sqlite", "\(folder)/away.sqlite")
                try FileManager.default.moveItem(atPath: path, toPath: away)
                let line = try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        try await Housekeeping(
                            session: session, logger: logger,
                            sentence: { $0 is JobQueueError ? "The queue is away." : "?" }
                        ).run()
                    }
                    defer { group.cancelAll() }
                    return try await lines.wait { $0.first }
                }
                try FileManager.default.moveItem(atPath: away, toPath: path)
                #expect(line.hasSuffix("What is old cannot be removed: The queue is away."))
            }
        }
    }
}
