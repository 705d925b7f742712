import Foundation
import Synchronization
import Testing

@testable import Companion
@testable import JobQueue

/// What becomes of the others when a job cannot be read.
@Suite(.timeLimit(.minutes(10)))
struct DamagedJobsTests {
    @Test(arguments: 0..<3, ["seen", "made"])
    func `a damaged job is left out of lists and reported once, and takes no other along`(
        place: Int, column: String
    ) async throws {
        try await TestQueue.with { queue in
            let store = queue.store
            var ids: [JobID] = []
            for _ in 0..<3 { ids.append(try await queue.submit()) }
            let damaged = ids[place]
            let rest = ids.filter { $0 != damaged }
            _ = try await store.write { tx in
                try tx.run(
                    "INSERT INTO report (job, \(column)) VALUES (?, 'x')", [damaged.rawValue])
            }
            let reported = Mutex<[JobID]>([])
            store.damagedJobs.report { id in reported.withLock { $0.append(id) } }
            #expect(store.damagedJobs.isEmpty)

            // A page is as full as without it.
            for limit in [rest.count, ids.count, 9] {
                let jobs = try await store.jobs(JobFilter(), limit: limit)
                #expect(jobs.map(\.id) == rest.reversed(), "\(limit)")
                let found = try await store.jobsAndCharges(
                    JobFilter(person: .anna), limit: limit)
                #expect(found.map(\.job.id) == rest.reversed(), "\(limit)")
            }
            var choice = try await store.choose(JobFilter())
            #expect(try await store.next(of: &choice, limit: rest.count).map(\.id) == rest)
            #expect(try await store.next(of: &choice, limit: rest.count) == [])
            #expect(try await Set(store.jobsAndCharges(Set(ids)).keys) == Set(rest))
            #expect(reported.withLock(\.self) == [damaged])
            #expect(!store.damagedJobs.isEmpty)

            // What is about this job, or needs all, does not go on without it.
            await #expect(throws: JobQueueError.self) { _ = try await store.job(damaged) }
            await #expect(throws: JobQueueError.self) {
                _ = try await store.jobs(JobFilter(), needsAll: true)
            }
        }
    }
}
