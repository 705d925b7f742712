import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// What free jobs make takes room in the storage of their space, which has a limit.
@Suite(.timeLimit(.minutes(10)))
struct StorageTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let eve = Person.known("eve", in: Space("team"))

    /// A queue with two spaces of one megabyte each.
    private func withSpaces(_ body: (TestQueue) async throws -> Void) async throws {
        try await TestQueue.with { queue in
            for person in [Self.anna, Self.eve] {
                var settings = SpaceSettings(provider: "gemini")
                settings.limits[.storage] = 1
                #expect(try await queue.store.add(person.space, settings, now: queue.now))
                try await queue.admit(person)
            }
            try await body(queue)
        }
    }

    private func claimFree(_ queue: TestQueue, at moment: Date = TestQueue.now) async throws
        -> ClaimResult
    {
        try await queue.claim(providers: [], freeProvider: "local", at: moment)
    }

    /// Has a person's free job make a file of some bytes.
    @discardableResult
    private func make(
        _ bytes: Int, for person: Person, in queue: TestQueue
    ) async throws -> JobID {
        let id = try await queue.submit(person, provider: "local")
        let claim = try #require(try await claimFree(queue).claim)
        #expect(claim.job.id == id)
        let result = SavedResult(
            ending: "front.jpg", digest: String(repeating: "9", count: 64), storedBytes: bytes)
        try await queue.store.settle(
            claim, Settlement(job: .succeeded(outcome: "{}", result: result)), now: queue.now)
        return id
    }

    private func stored(_ person: Person, in queue: TestQueue) async throws -> Int {
        try await queue.store.storedBytes(of: person.space)
    }

    private func order(
        _ person: Person, _ queue: TestQueue, provider: String = "local"
    ) async throws -> [GroupSubmission]? {
        var limits = SpaceLimits()
        limits[.storage] = 1
        let allowance = FreeAllowance(limits, provider: "local", cap: .ten, now: queue.now)
        let job = NewJob.some(person, provider: provider)
        return try await queue.store.submit(
            [JobGroup(jobs: [job])], now: queue.now, isSame: { _, _ in true },
            kept: Set(job.inputs), within: allowance)
    }

    @Test func `a full space orders nothing free until files are removed, and another does`()
        async throws
    {
        try await withSpaces { queue in
            _ = try await make(600_000, for: Self.anna, in: queue)
            // What is begun is finished, also beyond the quota.
            let last = try await make(600_000, for: Self.anna, in: queue)
            #expect(try await stored(Self.anna, in: queue) == 1_200_000)
            #expect(try await stored(Self.eve, in: queue) == 0)
            await #expect {
                _ = try await order(Self.anna, queue)
            } throws: { error in
                guard case JobQueueError.limitReached(let reached) = error else { return false }
                return reached.name == .storage && reached.retryAfter == nil
            }
            // Who is refused has queued nothing; what is paid and who is elsewhere are not held up.
            #expect(try await queue.store.waiting().isEmpty)
            _ = try await order(Self.anna, queue, provider: "gemini")
            _ = try await order(Self.eve, queue)
            #expect(try await queue.store.waiting() == [.new: 2])
            try await queue.store.noteResultsRemoved(of: [last])
            #expect(try await stored(Self.anna, in: queue) == 600_000)
            _ = try await order(Self.anna, queue)
        }
    }

    @Test func `a free job of a full space waits for room, and holds no other job up`()
        async throws
    {
        try await withSpaces { queue in
            let full = try await make(1_000_000, for: Self.anna, in: queue)
            let held = try await queue.submit(Self.anna, provider: "local")
            let paid = try await queue.submit(Self.anna)
            let own = try await queue.submit(.anna, provider: "local")
            let other = try await queue.submit(Self.eve, provider: "local")
            var claimed: Set<JobID?> = []
            for _ in 0..<2 { claimed.insert(try await claimFree(queue).claim?.job.id) }
            #expect(claimed == [own, other])
            guard case .idle(let next?, _) = try await claimFree(queue) else {
                Issue.record("a job of a full space was claimed")
                return
            }
            #expect(next > queue.now)
            #expect(try await queue.job(held).waitReason == .storage)
            #expect(try await queue.take().job.id == paid)
            // It looks again, finds the space full, and waits once more.
            guard case .idle(let later?, _) = try await claimFree(queue, at: next) else {
                Issue.record("a job of a full space was claimed")
                return
            }
            #expect(later > next)
            try await queue.store.noteResultsRemoved(of: [full])
            #expect(try await claimFree(queue, at: next).claim?.job.id == held)
            #expect(try await queue.store.read { tx in try tx.count("spent") } == 0)
        }
    }

    @Test func `more room for a space lets its jobs go at once`() async throws {
        try await withSpaces { queue in
            try await make(1_000_000, for: Self.anna, in: queue)
            let held = try await queue.submit(Self.anna, provider: "local")
            _ = try await claimFree(queue)
            #expect(try await queue.job(held).waitReason == .storage)
            _ = try await queue.store.change(Self.anna.space, now: queue.now) {
                $0.limits[.storage] = 2
            }
            #expect(try await claimFree(queue).claim?.job.id == held)
        }
    }

    @Test func `a photo that leaves the disk makes room, too`() async throws {
        try await withSpaces { queue in
            let upload = Upload(
                id: "one", person: Self.anna, photo: String(repeating: "b", count: 64) + ".one",
                name: "photo", verdict: "{}", created: queue.now)
            _ = try await queue.store.add(
                upload, bytes: 1_000_000,
                within: FreeAllowance(
                    SpaceLimits(), provider: "local", cap: .ten, now: queue.now))
            let held = try await queue.submit(Self.anna, provider: "local")
            _ = try await claimFree(queue)
            #expect(try await queue.job(held).waitReason == .storage)
            _ = try await queue.store.removeUpload("one", of: Self.anna)
            try await queue.store.unmark(photos: queue.store.markedPhotos())
            #expect(try await claimFree(queue).claim?.job.id == held)
        }
    }

    /// How a file leaves the place of results.
    enum Removal: String, CaseIterable, CustomTestStringConvertible {
        case withItsJob, afterItsJob, withItsPerson

        var testDescription: String { rawValue }
    }

    @Test(arguments: Removal.allCases)
    func `a file counts until it is removed, whatever became of its job`(
        removal: Removal
    ) async throws {
        try await withSpaces { queue in
            let id = try await make(700_000, for: Self.anna, in: queue)
            try await make(300_000, for: Self.eve, in: queue)
            switch removal {
            case .withItsJob:
                try await queue.store.noteResultsRemoved(of: [id])
                _ = try await queue.store.remove([id])
            case .afterItsJob:
                _ = try await queue.store.remove([id])
                #expect(try await stored(Self.anna, in: queue) == 700_000)
                try await queue.store.noteLeftHeadshotsRemoved(of: [id])
            case .withItsPerson:
                _ = try await queue.store.remove([id])
                _ = try await queue.store.prepareToForget(Self.anna, now: queue.now)
                _ = try await queue.store.anonymiseCharges(of: Self.anna)
            }
            #expect(try await stored(Self.anna, in: queue) == 0)
            #expect(try await stored(Self.eve, in: queue) == 300_000)
            #expect(try await queue.store.read { tx in try tx.count("stored_result") } == 1)
        }
    }

    @Test func `of very many full spaces none keeps a paid job or another space waiting`()
        async throws
    {
        try await TestQueue.with { queue in
            for number in 0..<50 {
                let person = Person.known("p", in: Space("full-\(100 + number)"))
                var settings = SpaceSettings(provider: "gemini")
                settings.limits[.storage] = 0
                _ = try await queue.store.add(person.space, settings, now: queue.now)
                try await queue.submit(person, provider: "local")
            }
            _ = try await queue.store.add(
                Self.eve.space, SpaceSettings(provider: "gemini"), now: queue.now)
            let free = try await queue.submit(Self.eve, provider: "local")
            let paid = try await queue.submit()
            #expect(try await queue.claim(freeProvider: "local").claim?.job.id == paid)
            var claimed: JobID?
            for _ in 0..<3 where claimed == nil {
                claimed = try await queue.claim(freeProvider: "local").claim?.job.id
            }
            #expect(claimed == free)
        }
    }
}
