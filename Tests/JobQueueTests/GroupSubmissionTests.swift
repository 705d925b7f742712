import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// Jobs that are handed in together.
@Suite(.timeLimit(.minutes(10)))
struct GroupSubmissionTests {
    private func submit(
        _ groups: [JobGroup], to queue: TestQueue, kept: [String]? = nil
    ) async throws -> [GroupSubmission]? {
        let photos = groups.flatMap { $0.jobs.flatMap(\.inputs) }
        return try await queue.store.submit(
            groups, now: queue.now, isSame: { $0.input == $1.input?.photo },
            kept: Set(kept ?? photos))
    }

    @Test func `a group whose key is taken is refused whole, and stops no other`() async throws {
        try await TestQueue.with { queue in
            let first = try await queue.submit(key: "b")
            let photo = String(repeating: "b", count: 64)
            let taken = JobGroup(jobs: [
                .some(key: "a", photo: photo), .some(key: "b", photo: photo),
            ])
            let other = JobGroup(jobs: [.some(key: "c", photo: photo)])
            let job = try await queue.job(first)
            let states = try await queue.store.states(
                of: [taken, other], isSame: { $0.input == $1.input?.photo })
            #expect(states == [.keyTaken(by: job), .open([nil])])
            let submitted = try await submit([taken, other], to: queue)
            #expect(submitted == [.keyTaken(by: job), .taken([.queued(try await queue.newest())])])
            #expect(try await queue.store.counts() == [.waiting: 2])
        }
    }

    @Test func `a key that stands for another form of the order refuses it`() async throws {
        try await TestQueue.with { queue in
            let job = try await queue.job(queue.submit(key: "a"))
            let group = JobGroup(jobs: [.some(key: "a/left")], otherKeys: ["a"])
            #expect(try await submit([group], to: queue) == [.keyTaken(by: job)])
            let berts = JobGroup(jobs: [.some(.bert, key: "a/left")], otherKeys: ["a"])
            let submitted = try await submit([berts], to: queue)
            #expect(submitted == [.taken([.queued(try await queue.newest())])])
        }
    }

    @Test func `of a group that is there in part, the rest is queued`() async throws {
        try await TestQueue.with { queue in
            let job = try await queue.job(queue.submit(key: "a"))
            let group = JobGroup(jobs: [.some(key: "a"), .some(key: "b"), .some()])
            let submitted = try await submit([group], to: queue)
            let ids = try await queue.store.jobs(JobFilter()).map(\.id)
            #expect(submitted == [.taken([.existing(job), .queued(ids[1]), .queued(ids[0])])])
        }
    }

    @Test func `the same order twice in one transaction is one`() async throws {
        try await TestQueue.with { queue in
            let first = JobGroup(jobs: [.some(key: "a")])
            let submitted = try await submit([first, JobGroup(jobs: [.some(key: "a")])], to: queue)
            let job = try await queue.job(queue.newest())
            #expect(submitted == [.taken([.queued(job.id)]), .taken([.existing(job)])])
        }
    }

    @Test func `a group that is made once finds the person's job of the photo, whatever its key`()
        async throws
    {
        let photo = String(repeating: "b", count: 64)
        func group(_ photo: String, of person: Person = .anna, key: String? = nil) -> JobGroup {
            JobGroup(jobs: [.some(person, key: key, photo: photo)], isOnce: true)
        }
        func submit(_ group: JobGroup, to queue: TestQueue) async throws -> [GroupSubmission]? {
            try await queue.store.submit(
                [group], now: queue.now,
                isSame: {
                    $0.input.map(PhotoName.digest) == ($1.input?.photo).map(PhotoName.digest)
                        && $0.provider == $1.provider
                }, kept: Set(group.jobs.flatMap(\.inputs)))
        }
        try await TestQueue.with { queue in
            var generator = SystemRandomNumberGenerator()
            for key in [nil, "order-1"] {
                let name = PhotoName.make(photo, by: RandomName(using: &generator))
                let job = try await queue.job(queue.submit(key: key, photo: name))
                // Each submit keeps the photo under another name.
                for again in [photo, PhotoName.make(photo, by: RandomName(using: &generator))] {
                    #expect(
                        try await submit(group(again), to: queue) == [.taken([.existing(job)])])
                    let keyed = group(again, key: "photo:\(photo)")
                    #expect(try await submit(keyed, to: queue) == [.taken([.existing(job)])])
                }
                _ = try await queue.store.cancel([job.id], now: queue.now)
            }
            // The next photo in the order of names, another person, another space, and nothing that counts any more.
            let next = String(repeating: "b", count: 63) + "c"
            for innocent in [
                group(next), group(photo, of: .bert), group(photo, of: .annaOfApp), group(photo),
            ] {
                let submitted = try await submit(innocent, to: queue)
                #expect(submitted == [.taken([.queued(try await queue.newest())])])
            }
            let unasked = JobGroup(jobs: [.some(photo: photo)])
            let submitted = try await submit(unasked, to: queue)
            #expect(submitted == [.taken([.queued(try await queue.newest())])])
        }
    }

    @Test func `without its photo no job of any group is queued`() async throws {
        try await TestQueue.with { queue in
            let groups = [JobGroup(jobs: [.some()]), JobGroup(jobs: [.some(key: "a")])]
            let submitted = try await submit(groups, to: queue, kept: [])
            #expect(submitted == nil)
            let counts = try await queue.store.counts()
            #expect(counts.isEmpty)
        }
    }

    @Test func `no job gets a photo that may be removed, until that is done`() async throws {
        try await TestQueue.with { queue in
            let group = JobGroup(jobs: [.some()])
            let photos = group.jobs.flatMap(\.inputs)
            #expect(try await queue.store.mark(unneeded: photos) == photos)
            #expect(try await queue.store.markedPhotos() == photos)
            #expect(try await submit([group], to: queue) == nil)
            try await queue.store.unmark(photos: photos)
            #expect(try await submit([group], to: queue)?.count == 1)
            // A job needs it now.
            #expect(try await queue.store.mark(unneeded: photos).isEmpty)
        }
    }

    @Test func `a job whose order is in the queue already needs no photo`() async throws {
        try await TestQueue.with { queue in
            let job = try await queue.job(queue.submit(key: "a"))
            let group = JobGroup(jobs: [.some(key: "a")])
            #expect(try await submit([group], to: queue, kept: []) == [.taken([.existing(job)])])
        }
    }

    /// Removes a job that waits, as if it had been done.
    private func remove(_ job: JobID, _ queue: TestQueue) async throws {
        _ = try await queue.store.cancel([job], now: queue.now)
        #expect(try await queue.store.remove([job]).jobs == [job])
        try await queue.store.unmark(photos: queue.store.markedPhotos())
    }

    @Test func `the key of a removed job stays taken for thirty days, where an order says so`()
        async throws
    {
        let (anna, other) = (Person.annaOfApp, Person.known("bert", in: Space("app")))
        func order(_ person: Person, _ keys: String..., others: [String] = []) -> JobGroup {
            JobGroup(
                jobs: keys.map { NewJob.some(person, key: $0) }, otherKeys: others,
                keepsKeys: true)
        }
        let removed = [
            order(anna, "a/left"), order(anna, "a", others: ["a/left"]),
            order(anna, "a/right", "a/left"),
        ]
        let taken = [
            order(anna, "b"), order(other, "a/left"), order(.anna, "a/left"),
            JobGroup(jobs: [.some(anna, key: "a/left")]),
        ]
        try await TestQueue.with { queue in
            try await remove(queue.submit(anna, key: "a/left"), queue)
            try await remove(queue.submit(.anna, key: "a/left"), queue)
            for group in removed {
                let states = try await queue.store.states(of: [group], isSame: { _, _ in true })
                #expect(states == [.removed])
                #expect(try await submit([group], to: queue) == [.removed])
            }
            for group in taken {
                let submitted = try await submit([group], to: queue)
                #expect(submitted == [.taken([.queued(try await queue.newest())])])
            }
            try await remove(queue.newest(), queue)
            for days in [0.0, 31] {
                #expect(try await submit([removed[0]], to: queue) == [.removed])
                try await queue.store.forgetOldChanges(now: queue.now + days * 86_400)
            }
            let submitted = try await submit([removed[0]], to: queue)
            #expect(submitted == [.taken([.queued(try await queue.newest())])])
        }
    }

    @Test func `a repetition that was removed is not made again under its key`() async throws {
        try await TestQueue.with { queue in
            let job = try await queue.submit(.annaOfApp)
            var again = NewJob.some(.annaOfApp, key: "again")
            again.retryOf = job
            let made = try await queue.store.submitRepetitions([again], once: false, now: queue.now)
            try await remove(try #require(made.first ?? nil), queue)
            let late = try await queue.store.submitRepetitions([again], once: false, now: queue.now)
            #expect(late == [nil])
            again.key = "once more"
            let more = try await queue.store.submitRepetitions([again], once: false, now: queue.now)
            #expect(more.compactMap(\.self).count == 1)
        }
    }

    @Test func `waiting jobs are counted by person and provider`() async throws {
        try await TestQueue.with { queue in
            for person in [Person.anna, .anna, .bert] { try await queue.submit(person) }
            try await queue.submit(.bert, provider: "local")
            try await queue.take()
            let persons: Set<Person> = [.anna, .bert, .annaOfApp]
            #expect(
                try await queue.store.waiting(ofEach: persons, provider: "gemini")
                    == [.anna: 1, .bert: 1, .annaOfApp: 0])
            #expect(try await queue.store.waitingCount(of: "gemini") == 2)
            #expect(try await queue.store.waitingCount(of: "gemini", in: .commandLine) == 2)
            #expect(try await queue.store.waitingCount(of: "gemini", in: Space("app")) == 0)
        }
    }
}
