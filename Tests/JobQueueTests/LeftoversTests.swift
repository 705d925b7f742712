import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// Counting what a prune would remove, and removing photos that no job needs.
@Suite(.timeLimit(.minutes(10)))
struct LeftoversTests {
    private let other = String(repeating: "b", count: 64)

    @Test func `a preview counts what a removal takes`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            try await queue.submit()
            try await queue.submit(photo: other)
            let shared = try await queue.run(to: .done)
            try await queue.run(to: .failed(reason: .noImage, detail: nil), at: queue.now + 60)
            let alone = try await queue.run(to: .done)

            func count(_ states: [JobState], before moment: Date) async throws -> RemovableCount {
                try await queue.store.removableCount(endedBefore: moment, states: states)
            }
            let later = queue.now + 1
            #expect(try await count([.failed], before: later).jobs == 0)
            let counted = try await count([.succeeded], before: later)
            // The failed job still needs the photo that it shares.
            #expect(counted == RemovableCount(jobs: 2, results: 2, photos: 1))
            let all = try await count([.succeeded, .failed], before: queue.now + 61)
            #expect(all == RemovableCount(jobs: 3, results: 2, photos: 2))

            let removal = try await queue.store.remove([shared, alone])
            #expect(removal.jobs.count == counted.jobs)
            #expect(removal.results.count == counted.results)
            #expect(removal.photos.count == counted.photos)
        }
    }

    @Test func `only photos that no job needs are removed`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let unneeded = try await queue.store.mark(unneeded: [TestQueue.photo, other])
            #expect(unneeded == [other])
            #expect(try await queue.store.markedPhotos() == [other])
        }
    }
}
