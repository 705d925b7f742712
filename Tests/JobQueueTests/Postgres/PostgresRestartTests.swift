import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// A server that crashes and comes back.
@Suite(
    .needsPostgres,
    .serialized, .timeLimit(.minutes(10)))
struct PostgresRestartTests {
    /// Gives a queue on a server of its own.
    private func with(
        _ body: (KeptPostgres, JobStore) async throws -> Void
    ) async throws {
        let server = try KeptPostgres()
        let place = try PostgresPlace(url: server.url(schema: "public"))
        #expect(try JobStore.migrate(place))
        try await withTemporaryFolder { folder in
            let store = try JobStore(place, folder: folder, patience: .seconds(60))
            try await body(server, store)
            try store.close()
        }
    }

    @Test("A store that was idle during a crash goes on")
    func idle() async throws {
        try await with { server, store in
            let first = try await store.submit([.some()], now: TestQueue.now).map(\.id)
            #expect(try await store.counts() == [.waiting: 1])
            try await server.crash()
            #expect(try await store.counts() == [.waiting: 1])
            let second = try await store.submit([.some()], now: TestQueue.now).map(\.id)
            let found = try await store.jobs(JobFilter(), limit: 10).map(\.id)
            #expect(Set(found) == Set(first + second))
        }
    }

    @Test("Jobs that are submitted while the server crashes again and again are there once each")
    func submits() async throws {
        try await with { server, store in
            let stop = Flag()
            async let submitting: [JobID] = {
                var ids: [JobID] = []
                while !stop.isRaised {
                    ids += try await store.submit([.some()], now: TestQueue.now).map(\.id)
                }
                return ids
            }()
            for _ in 0..<3 { try await server.crash() }
            stop.raise()
            let ids = try await submitting
            #expect(!ids.isEmpty)
            let found = try await store.jobs(JobFilter(), limit: ids.count + 10).map(\.id)
            #expect(found.sorted { $0.rawValue < $1.rawValue } == ids)
        }
    }
}
