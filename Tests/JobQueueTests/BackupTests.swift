import Foundation
import JobQueue
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BackupTests {
    /// Opens a backup as a queue of its own and reads its jobs.
    private func jobs(in file: String) async throws -> [Job] {
        let folder = "\(file)-opened"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: file, toPath: "\(folder)/queue.sqlite")
        let store = try JobStore(folder: folder)
        #expect(try await store.files().integrityProblems() == [])
        let jobs = try await store.jobs(JobFilter(), limit: 1000)
        for job in jobs {
            let charges = try #require(await store.job(job.id)).charges
            // Both were written in one transaction.
            #expect((job.state == .succeeded) == (charges.map(\.state) == [.paid]))
        }
        try store.close()
        return jobs
    }

    @Test func `a backup that is made while others write holds all that was done before it`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let submitted = Observed<[JobID]>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        let store = try JobStore(folder: queue.folder)
                        let other = TestQueue(folder: queue.folder, store: store)
                        for _ in 0..<20 {
                            let id = try await other.submit(.known("p-\(UUID())"))
                            submitted.update { $0.append(id) }
                            try await other.run(to: .done, worker: .fresh())
                        }
                        try store.close()
                    }
                }
                for round in 0..<5 {
                    let before = submitted.value
                    let file = "\(queue.folder)/backup-\(round).sqlite"
                    try await queue.store.backUp(to: file)
                    let kept = Set(try await jobs(in: file).map(\.id))
                    #expect(kept.isSuperset(of: before))
                }
                try await group.waitForAll()
            }
        }
    }
}
