import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// What is kept for as long as somebody said.
@Suite(.timeLimit(.minutes(10)))
struct KeepTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let day: TimeInterval = 86_400

    private func withShop(
        _ change: @Sendable (inout SpaceSettings) -> Void = { _ in },
        _ body: (TestQueue) async throws -> Void
    ) async throws {
        try await TestQueue.with { queue in
            var settings = SpaceSettings(provider: "gemini")
            change(&settings)
            #expect(try await queue.store.add(Self.anna.space, settings, now: queue.now))
            try await queue.admit(Self.anna)
            try await body(queue)
        }
    }

    private func photo(_ letter: Character) -> String { String(repeating: letter, count: 64) }

    @discardableResult
    private func end(
        _ queue: TestQueue, _ end: JobEnd = .done, photo: String = TestQueue.photo,
        person: Person = anna, at moment: Date = TestQueue.now
    ) async throws -> JobID {
        try await queue.submit(person, photo: photo, at: moment)
        let isUncertain = if case .uncertain = end { true } else { false }
        return try await queue.run(to: end, isUncertain ? .unknown : .paid, at: moment)
    }

    private func old(_ queue: TestQueue, before moment: Date) async throws -> [JobID] {
        try await queue.store.oldJobs(of: Self.anna.space, endedBefore: moment, limit: 50)
            .lines.map(\.job.id)
    }

    @Test func `rules are those of the spaces that have one, and of the command line's own`()
        async throws
    {
        try await withShop { queue in
            #expect(try await queue.store.keepingRules(own: Keeping()).spaces.isEmpty)
            var own = Keeping()
            own[.jobs] = 5 * Keeping.least
            for part in Keeping.Part.allCases {
                _ = try await queue.store.change(Self.anna.space, now: queue.now) {
                    $0.keeping = Keeping()
                    $0.keeping[part] = Keeping.least
                }
                let rules = try await queue.store.keepingRules(own: own).spaces
                #expect(rules.map(\.space) == [.commandLine, Self.anna.space])
                #expect(rules.map(\.keeping).first == own)
                #expect(rules.last?.keeping[part] == Keeping.least)
                #expect(rules.last?.keeping.bound(of: part, now: queue.now) == queue.now - Self.day)
            }
        }
    }

    @Test func `a job is old once it ended before the time, and never while it is uncertain`()
        async throws
    {
        try await withShop { queue in
            let succeeded = try await end(queue)
            let uncertain = try await end(
                queue, .uncertain(reason: .deadline, detail: nil), photo: photo("b"))
            let late = try await end(queue, at: queue.now + 10)
            _ = try await end(queue, person: .known("anna", in: Space("team")))
            _ = try await queue.submit(Self.anna)
            #expect(try await old(queue, before: queue.now) == [])
            #expect(try await old(queue, before: queue.now + 1) == [succeeded])
            #expect(try await old(queue, before: .distantFuture) == [succeeded, late])
            #expect(try await queue.job(uncertain).state == .uncertain)
        }
    }

    @Test func `jobs are read in the order in which they ended, from a place on`() async throws {
        try await withShop { queue in
            var ids: [JobID] = []
            // Two that ended at the same time.
            for second in [5.0, 3, 3, 9] {
                ids.append(try await end(queue, at: queue.now + second))
            }
            let store = queue.store
            let first = try await store.oldJobs(
                of: Self.anna.space, endedBefore: .distantFuture, limit: 2)
            #expect(first.lines.map(\.job.id) == [ids[1], ids[2]] && first.hasMore)
            let rest = try await store.oldJobs(
                of: Self.anna.space, endedBefore: .distantFuture,
                after: try #require(first.lines.last).place, limit: 3)
            #expect(rest.lines.map(\.job.id) == [ids[0], ids[3]] && !rest.hasMore)
        }
    }

    @Test func `a job whose end is still to be reported says so until that is over`() async throws {
        let url = try #require(WebhookURL("https://shop.example.com/hook"))
        try await withShop { queue in
            _ = try await queue.store.change(Self.anna.space, webhook: .set(url), now: queue.now)
            let id = try await end(queue)
            func isUnreported() async throws -> Bool? {
                try await queue.store.oldJobs(
                    of: Self.anna.space, endedBefore: .distantFuture, limit: 9
                ).lines.first { $0.job.id == id }?.isUnreported
            }
            #expect(try await isUnreported() == true)
            var rule = Keeping()
            rule[.jobs] = Keeping.least
            let rules = KeepingRules(spaces: [(Self.anna.space, rule)])
            let later = queue.now + 2 * Self.day
            #expect(try await queue.store.outlivedCount(by: rules, now: later).jobs == 0)
            let work = try await queue.store.deliveryWork(underWay: [:], most: 9, now: queue.now)
            for (delivery, _) in work.due {
                try await queue.store.settle(
                    delivery, sentTo: url, .delivered(status: 200), now: queue.now)
            }
            #expect(try await isUnreported() == false)
            #expect(try await queue.store.outlivedCount(by: rules, now: later).jobs == 1)
        }
    }

    @Test func `a job that waits for a webhook is not said to go next, and its photo is`()
        async throws
    {
        let url = try #require(WebhookURL("https://shop.example.com/hook"))
        try await withShop({
            for part in Keeping.Part.allCases { $0.keeping[part] = Keeping.least }
        }) { queue in
            let store = queue.store
            _ = try await store.change(Self.anna.space, webhook: .set(url), now: queue.now)
            // A job that failed has no headshot.
            try await end(queue, .failed(reason: .refused, detail: nil))
            try await end(queue, at: queue.now + 60)
            #expect(try await store.nextRemovals(own: Keeping()).map(\.part) == [.photos])
            let work = try await store.deliveryWork(underWay: [:], most: 9, now: queue.now + 60)
            for (delivery, _) in work.due {
                try await store.settle(
                    delivery, sentTo: url, .delivered(status: 200), now: queue.now + 60)
            }
            let next = try await store.nextRemovals(own: Keeping())
            let dates = Dictionary(uniqueKeysWithValues: next.map { ($0.part, $0.date) })
            #expect(
                dates == [
                    .photos: queue.now + Self.day, .jobs: queue.now + Self.day,
                    .headshots: queue.now + 60 + Self.day,
                ])
        }
    }

    /// Who else needs the photo of an old job.
    enum Other: CaseIterable, Sendable {
        case nobody, oldJob, youngJob, waitingJob, uncertainJob, jobWithTwo, upload, scan
    }

    @Test(arguments: Other.allCases)
    func `the photo of an old job goes unless something else needs it`(other: Other) async throws {
        try await withShop { queue in
            let (store, photo, late) = (queue.store, photo("c"), queue.now + 100)
            try await end(queue, photo: photo)
            switch other {
            case .nobody: break
            case .oldJob: try await end(queue, photo: photo)
            case .youngJob: try await end(queue, photo: photo, at: late)
            case .waitingJob: try await queue.submit(Self.anna, photo: photo)
            case .uncertainJob:
                try await end(queue, .uncertain(reason: .deadline, detail: nil), photo: photo)
            case .jobWithTwo:
                var job = NewJob.some(Self.anna, photo: self.photo("d"))
                job.secondInput = photo
                _ = try await store.submit([job], now: late)
            case .upload:
                let upload = Upload(
                    id: "u", person: Self.anna, photo: photo, name: "me.jpg", verdict: "{}",
                    created: queue.now)
                #expect(try await store.add(upload))
            case .scan:
                let scan = Scan(
                    id: "s", person: Self.anna, key: nil, digest: self.photo("e"),
                    answer: Scan.sampleAnswer,
                    photo: photo, sidePhoto: nil, created: queue.now)
                _ = try await store.add(scan, by: PlanTable(), now: queue.now)
            }
            let given = try await store.giveUpPhotos(
                of: Self.anna.space, endedBefore: queue.now + 50, limit: 50)
            let goes = [Other.nobody, .oldJob].contains(other)
            #expect(given == GivenUpPhotos(count: goes ? 1 : 0, hasMore: false))
            #expect(try await store.markedPhotos() == (goes ? [photo] : []))
        }
    }

    @Test func `each job is looked at once, unless things are kept for longer than before`()
        async throws
    {
        try await withShop { queue in
            let store = queue.store
            for (second, letter) in ["c", "d", "e"].enumerated() {
                try await end(
                    queue, photo: String(repeating: letter, count: 64),
                    at: queue.now + TimeInterval(second))
            }
            func giveUp(before second: TimeInterval, limit: Int = 50) async throws -> GivenUpPhotos
            {
                try await store.giveUpPhotos(
                    of: Self.anna.space, endedBefore: queue.now + second, limit: limit)
            }
            #expect(try await giveUp(before: 9, limit: 2) == GivenUpPhotos(count: 2, hasMore: true))
            #expect(
                try await giveUp(before: 9, limit: 2) == GivenUpPhotos(count: 1, hasMore: false))
            try await store.unmark(photos: store.markedPhotos())
            #expect(try await giveUp(before: 9) == GivenUpPhotos(count: 0, hasMore: false))
            // The clock was set back.
            #expect(try await giveUp(before: 2) == GivenUpPhotos(count: 2, hasMore: false))
        }
    }

    @Test func `a scan loses its photos and keeps its answer`() async throws {
        try await withShop { queue in
            let store = queue.store
            for (id, second) in [("old", 0.0), ("young", 100)] {
                let scan = Scan(
                    id: id, person: Self.anna, key: nil, digest: photo("e"),
                    answer: Scan.sampleAnswer,
                    photo: "\(photo("f")).\(id)", sidePhoto: "\(photo("d")).\(id)",
                    created: queue.now + second)
                _ = try await store.add(scan, by: PlanTable(), now: queue.now + second)
            }
            let given = try await store.giveUpScanPhotos(
                of: Self.anna.space, before: queue.now + 50, limit: 50)
            #expect(given == GivenUpPhotos(count: 2, hasMore: false))
            let old = try #require(try await store.scan("old", of: Self.anna))
            #expect(old.photo == nil && old.sidePhoto == nil && old.answer == Scan.sampleAnswer)
            #expect(try await store.scan("young", of: Self.anna)?.photo != nil)
        }
    }

    @Test func `whose a headshot is stays known without its job, until the person leaves`()
        async throws
    {
        try await withShop { queue in
            let result = SavedResult(ending: "front.jpg", digest: photo("9"))
            let id = try await end(queue, .succeeded(outcome: "{}", result: result))
            let bare = try await end(queue, .rejected(reason: "photo_refused"))
            _ = try await queue.store.remove([id, bare])
            #expect(try await queue.store.leftHeadshots(of: Self.anna) == [id])
            let left = try await queue.store.leftHeadshots(
                of: Self.anna.space, endedBefore: queue.now + 1, limit: 9)
            #expect(left.map(\.job) == [id])
            _ = try await queue.store.prepareToForget(Self.anna, now: queue.now)
            _ = try await queue.store.anonymiseCharges(of: Self.anna)
            #expect(try await queue.store.leftHeadshots(of: Self.anna).isEmpty)
        }
    }

    @Test func `what goes next is the oldest of each part, at its time`() async throws {
        try await withShop({
            for part in Keeping.Part.allCases { $0.keeping[part] = Keeping.least }
            $0.keeping[.jobs] = 3 * Keeping.least
        }) { queue in
            #expect(try await queue.store.nextRemovals(own: Keeping()).isEmpty)
            try await end(queue)
            try await end(queue, at: queue.now + 60)
            let next = try await queue.store.nextRemovals(own: Keeping())
            #expect(next.map(\.part) == [.headshots, .photos, .jobs])
            #expect(next.map(\.date) == [1, 1, 3].map { queue.now + $0 * Self.day })
            #expect(next.allSatisfy { $0.space == Self.anna.space })
        }
    }
}
