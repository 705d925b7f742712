import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct InspectTests {
    @Test func `only a result of which no hash is known is counted as one`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<2 { try await queue.submit() }
            let old = try await queue.run(to: .done)
            try await queue.run(to: .done)
            #expect(try await queue.store.unhashedResults() == 0)
            _ = try await queue.store.write { tx in
                try tx.run("UPDATE job SET result_hash = NULL WHERE id = ?", [old.rawValue])
            }
            #expect(try await queue.store.unhashedResults() == 1)
        }
    }

    @Test func `a list shows the newest jobs that pass its filter`() async throws {
        try await TestQueue.with { queue in
            let done = try await queue.submit(.anna)
            try await queue.run(to: .done)
            let annas = try await queue.submit(.anna)
            let berts = try await queue.submit(.bert)
            func list(_ filter: JobFilter) async throws -> [JobID] {
                try await queue.store.jobs(filter).map(\.id)
            }
            #expect(try await list(JobFilter()) == [berts, annas, done])
            #expect(try await queue.store.jobs(JobFilter(), limit: 1).map(\.id) == [berts])
            #expect(try await list(JobFilter(states: [.waiting])) == [berts, annas])
            #expect(
                try await list(JobFilter(states: [.waiting, .succeeded], person: .anna)) == [
                    annas, done,
                ])
            #expect(try await list(JobFilter(states: [.failed])) == [])
        }
    }

    @Test func `a list may be of the jobs that were submitted in a span of time`() async throws {
        try await TestQueue.with { queue in
            let start = queue.now
            let first = try await queue.submit(at: start)
            let second = try await queue.submit(at: start + 60)
            func list(_ span: Range<Date>) async throws -> [JobID] {
                try await queue.store.jobs(JobFilter(submitted: span)).map(\.id)
            }
            #expect(try await list(start..<(start + 60)) == [first])
            #expect(try await list((start + 60)..<(start + 61)) == [second])
            #expect(try await list(start..<(start + 61)) == [second, first])
            #expect(try await list((start - 60)..<start) == [])
        }
    }

    @Test func `counts name every state that occurs`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<3 { try await queue.submit() }
            try await queue.run(to: .done)
            try await queue.take()
            #expect(
                try await queue.store.counts() == [.succeeded: 1, .running: 1, .waiting: 1])
        }
    }

    @Test func `a job is shown with its charges, oldest first`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            try await queue.run(to: .waitsForGate, .free)
            try await queue.run(to: .done)
            #expect(try await queue.charges(id) == [.free, .paid])
            #expect(try await queue.store.job(.strange) == nil)
        }
    }

    @Test func `another connection's change is noticed, and reading is none`() async throws {
        try await TestQueue.with { queue in
            let other = try queue.another().store
            let bell = queue.store.bell()
            let before = try await queue.store.engine.dataVersion()
            _ = try await queue.store.counts()
            #expect(try await queue.store.engine.dataVersion() == before)
            _ = try await other.submit([.some()], now: queue.now)
            await bell.wait(for: .seconds(60))
            let after = try await queue.store.engine.dataVersion()
            #expect(after != before)
            try await queue.submit()
            #expect(try await queue.store.engine.dataVersion() != after)
            try other.close()
        }
    }

    @Test func `a sound file has no problems`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            #expect(try await queue.store.files().integrityProblems() == [])
            #expect(try await queue.store.files().version().hasPrefix("3."))
        }
    }
}
