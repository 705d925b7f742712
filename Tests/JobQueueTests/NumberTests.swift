import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// The numbers of jobs, of which none is given twice.
@Suite(.timeLimit(.minutes(10)))
struct NumberTests {
    @Test
    func `names grow with each job, also within a millisecond and after the clock was set back`()
        async throws
    {
        try await TestQueue.with { queue in
            var ids: [JobID] = []
            for moment in [0.0, 0, 0.001, 3600, -3600, -3600, 7200] {
                ids.append(try await queue.submit(at: queue.now + moment))
            }
            #expect(ids == ids.sorted())
            #expect(Set(ids).count == ids.count)
            #expect(ids[1].rawValue == ids[0].rawValue + 1)
            #expect(ids[5].rawValue == ids[3].rawValue + 2)
            #expect(try await queue.store.jobs(JobFilter()).map(\.id) == ids.reversed())
        }
    }

    @Test func `a removed job's name is never given again`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            try await queue.run(to: .done)
            _ = try await queue.store.remove([first])
            #expect(try await queue.submit(at: queue.now - 86_400) > first)
        }
    }

    @Test func `a restored queue gives no name that was given after its backup`() async throws {
        try await TestQueue.inFile { queue in
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            let lost = try await queue.submit()
            _ = try await queue.store.restore(from: backup, keepingReplacedIn: nil)
            #expect(try await queue.store.jobs(JobFilter()).isEmpty)
            #expect(try await queue.submit() > lost)
        }
    }

    @Test func `a charged job's name is not given again, even if the queue itself is gone`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let store = try JobStore(folder: folder)
            try await store.keepLimits(orElse: .ten)
            let queue = TestQueue(folder: folder, store: store)
            let lost = try await queue.submit()
            try await queue.charge(queue.take())
            try store.close()
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(queue.path)\(suffix)")
            }
            let fresh = TestQueue(folder: folder, store: try JobStore(folder: folder))
            #expect(try await fresh.submit() > lost)
            try fresh.store.close()
        }
    }
}
