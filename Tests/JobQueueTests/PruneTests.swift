import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct PruneTests {
    /// Removes jobs and says which photos can go.
    private func remove(_ ids: [JobID], from queue: TestQueue) async throws -> (Removal, [String]) {
        let removal = try await queue.store.remove(ids)
        return (removal, try await queue.store.markedPhotos())
    }

    @Test func `jobs that ended before a time can be removed, the earliest first`() async throws {
        try await TestQueue.with { queue in
            var ids: [JobID] = []
            for hour in 0..<3 {
                let moment = queue.now + Double(hour) * 3600
                try await queue.submit(at: moment)
                ids.append(try await queue.run(to: .done, at: moment))
            }
            func removable(_ states: [JobState], limit: Int = 10) async throws -> [JobID] {
                try await queue.store.removable(
                    endedBefore: queue.now + 7200, states: states, limit: limit
                ).map(\.id)
            }
            #expect(try await removable([.succeeded]) == [ids[0], ids[1]])
            #expect(try await removable([.succeeded, .failed], limit: 1) == [ids[0]])
            #expect(try await removable([.failed]) == [])
            #expect(try await removable([]) == [])
        }
    }

    @Test func `a removed job takes its photo along and names its headshot`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let id = try await queue.run(to: .done)
            let (removal, photos) = try await remove([id], from: queue)
            #expect(removal.jobs == [id])
            #expect(removal.results == [SavedResult.sample.name(of: id)])
            #expect(removal.photos == [TestQueue.photo])
            #expect(photos == [TestQueue.photo])
            #expect(try await queue.store.job(id) == nil)
        }
    }

    @Test func `a photo that another job needs is kept until the last one goes`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit()
            let second = try await queue.submit()
            try await queue.run(to: .done)
            try await queue.run(to: .done)
            let photos = [TestQueue.photo]
            #expect(try await queue.store.neededPhotos(among: photos) == Set(photos))
            #expect(try await remove([first], from: queue).1 == [])
            #expect(try await remove([second], from: queue).1 == [TestQueue.photo])
            #expect(try await queue.store.neededPhotos(among: [TestQueue.photo]) == [])
        }
    }

    @Test func `a photo from the side that another job needs is kept until the last one goes`()
        async throws
    {
        try await TestQueue.with { queue in
            let side = String(repeating: "b", count: 64)
            var ids: [JobID] = []
            for letter in ["c", "d"] {
                var job = NewJob.some(photo: String(repeating: letter, count: 64))
                job.secondInput = side
                ids.append(try #require(await queue.store.submit([job], now: queue.now).first).id)
                try await queue.run(to: .done)
            }
            let first = try await remove([ids[0]], from: queue).1
            #expect(first == [String(repeating: "c", count: 64)])
            #expect(try await remove([ids[1]], from: queue).1.contains(side))
        }
    }

    @Test func `a photo of several removed jobs goes once`() async throws {
        try await TestQueue.with { queue in
            let ids = [try await queue.submit(), try await queue.submit()]
            try await queue.run(to: .done)
            try await queue.run(to: .done)
            #expect(try await remove(ids, from: queue).1 == [TestQueue.photo])
        }
    }

    @Test func `a photo that was not removed stays marked, and a new job does not get it`()
        async throws
    {
        try await TestQueue.with { queue in
            let photos = ["c", "d"].map { String(repeating: $0, count: 64) }
            var ids: [JobID] = []
            for photo in photos {
                try await queue.submit(photo: photo)
                ids.append(try await queue.run(to: .done))
            }
            #expect(try await remove(ids, from: queue).1 == photos)
            try await queue.store.unmark(photos: [photos[0]])
            #expect(try await queue.store.markedPhotos() == [photos[1]])
            for (photo, isFree) in zip(photos, [true, false]) {
                let group = JobGroup(jobs: [.some(photo: photo)])
                let taken = try await queue.store.submit(
                    [group], now: queue.now, isSame: { _, _ in false }, kept: [photo])
                #expect((taken != nil) == isFree)
            }
        }
    }

    @Test func `waiting and running jobs are not removed`() async throws {
        try await TestQueue.with { queue in
            let running = try await queue.submit()
            try await queue.take()
            let waiting = try await queue.submit()
            let (removal, photos) = try await remove([running, waiting], from: queue)
            #expect(removal.jobs == [])
            #expect(photos == [])
            #expect(try await queue.store.counts() == [.running: 1, .waiting: 1])
        }
    }

    @Test func `charges outlive their job and still count`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let id = try await queue.run(to: .done, cost: 5)
            _ = try await remove([id], from: queue)
            try await queue.submit()
            #expect(try await queue.claim(cap: .one).claim == nil)
            let usage = try await queue.store.usage(cap: .one, now: queue.now)
            #expect(usage[.anna]?.today.known == 5)
        }
    }

    @Test func `to forget a person takes waiting jobs back`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            let ended = try await queue.run(to: .done)
            let waiting = try await queue.submit(.anna)
            let berts = try await queue.submit(.bert)
            #expect(try await queue.store.prepareToForget(.anna, now: queue.now + 1) == [])
            #expect(try await queue.job(ended).state == .succeeded)
            #expect(try await queue.job(waiting).state == .cancelled)
            #expect(try await queue.job(waiting).ended == queue.now + 1)
            #expect(try await queue.job(berts).state == .waiting)
        }
    }

    @Test func `a running job of the same id in another space keeps no person`() async throws {
        try await TestQueue.with { queue in
            try await queue.addSpaceWithoutPhotos()
            try await queue.submit(.annaOfApp)
            try await queue.take()
            let waiting = try await queue.submit(.anna)
            #expect(try await queue.store.prepareToForget(.anna, now: queue.now) == [])
            #expect(try await queue.job(waiting).state == .cancelled)
        }
    }

    @Test func `a person whose job runs is not forgotten in part`() async throws {
        try await TestQueue.with { queue in
            let running = try await queue.submit(.anna)
            try await queue.take()
            let waiting = try await queue.submit(.anna)
            #expect(try await queue.store.prepareToForget(.anna, now: queue.now + 1) == [running])
            #expect(try await queue.job(waiting).state == .waiting)
        }
    }

    @Test func `a person's name and receipts leave the charges`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            try await queue.run(to: .done)
            #expect(try await queue.store.anonymiseCharges(of: .anna) == 1)
            #expect(try await queue.store.anonymiseCharges(of: .anna) == 0)
        }
    }
}
