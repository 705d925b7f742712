import Foundation
import Ground
import Testing

@testable import Companion
@testable import JobQueue

/// What is free has caps, too: of each person, and of each space as a whole.
@Suite(.timeLimit(.minutes(10)))
struct FreeWorkTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let bert = Person.known("bert", in: Space("shop"))
    private static let eve = Person.known("anna", in: Space("team"))

    private static func allowance(
        _ values: [SpaceLimits.Name: Int], day: Double = 0
    ) -> FreeAllowance {
        var limits = SpaceLimits()
        for (name, value) in values { limits[name] = value }
        return FreeAllowance(
            limits, provider: "local", cap: .ten, now: TestQueue.now + day * 86_400)
    }

    /// Something that counts, as a person does it once.
    enum Door: String, CaseIterable, CustomTestStringConvertible {
        case order, paidOrder, retry, replacement, upload, scan, frame, moment, refusedPhoto

        var testDescription: String { rawValue }

        var work: FreeWork {
            switch self {
            case .order, .retry, .replacement: .job
            case .paidOrder: .order
            case .upload, .scan, .refusedPhoto: .upload
            case .frame: .frame
            case .moment: .moment
            }
        }

        func pass(
            _ person: Person, _ queue: TestQueue, within allowance: FreeAllowance
        ) async throws {
            let name = String(UUID().uuidString.lowercased().prefix(20))
            let digest = String((name + String(repeating: "0", count: 64)).prefix(64))
            let store = queue.store
            switch self {
            case .order, .paidOrder:
                let job = NewJob.some(person, provider: self == .order ? "local" : "gemini")
                let photos = Set(job.inputs)
                _ = try await store.submit(
                    [JobGroup(jobs: [job])], now: queue.now, isSame: { _, _ in true },
                    kept: photos, within: allowance)
            case .retry:
                var again = NewJob.some(person, provider: "local")
                again.retryOf = try await queue.submit(person, provider: "local")
                _ = try await store.submitRepetitions(
                    [again], once: true, within: allowance, now: queue.now)
            case .replacement:
                _ = try await store.add(
                    person.space, SpaceSettings(provider: "gemini"), now: queue.now)
                try await queue.submit(person)
                let id = try await queue.run(
                    to: .uncertain(reason: .deadline, detail: nil), .unknown)
                var instead = NewJob.some(person, provider: "local")
                instead.retryOf = id
                _ = try await store.resolve(
                    [(id, .replaced(by: instead))], within: allowance, now: queue.now)
            case .upload:
                let upload = Upload(
                    id: name, person: person, photo: String(repeating: "a", count: 64) + "." + name,
                    name: "photo", verdict: "{}", created: queue.now)
                _ = try await store.add(upload, bytes: 1, within: allowance)
            case .scan:
                let scan = Scan(
                    id: name, person: person, key: nil, digest: digest, answer: Scan.sampleAnswer,
                    photo: nil,
                    sidePhoto: nil, created: queue.now)
                _ = try await store.add(
                    scan, by: PlanTable(), within: allowance, now: queue.now)
            case .frame:
                let turn = Turn(
                    id: name, person: person, role: .coach, client: name, digest: digest,
                    said: queue.now, words: Turn.Content(text: "Chin up.", goesToModels: true))
                _ = try await store.add(
                    turn, after: nil, asking: nil, pause: 0, within: allowance, now: queue.now)
            case .moment:
                let moment = Moment(
                    id: name, person: person, client: name, digest: digest,
                    day: LocalDay(of: queue.now, in: TestQueue.utc), happened: queue.now,
                    submitted: queue.now,
                    said: Moment.Said(
                        text: "Ran.", note: nil, mood: nil, photos: 0, zone: "GMT",
                        answer: Moment.Reply(reading: "light", text: "", isOfPool: false)))
                _ = try await store.add(moment, within: allowance, now: queue.now) { _ in
                    moment.said.answer
                }
            case .refusedPhoto:
                try await store.count(.upload, of: person, within: allowance)
            }
        }
    }

    private func refusal(_ body: () async throws -> Void) async -> LimitReached? {
        do {
            try await body()
            return nil
        } catch JobQueueError.limitReached(let limit) {
            return limit
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test(arguments: Door.allCases)
    func `a person's cap stops that person, and a space's all of its persons`(
        door: Door
    ) async throws {
        try await TestQueue.with { queue in
            for person in [Self.anna, Self.bert, Self.eve] { try await queue.admit(person) }
            let (own, all) = (door.work.ofPerson, door.work.ofSpace)
            let allowance = Self.allowance([own: 2, all: 3])
            for _ in 0..<2 { try await door.pass(Self.anna, queue, within: allowance) }
            var reached = await refusal {
                try await door.pass(Self.anna, queue, within: allowance)
            }
            #expect(reached?.name == own)
            #expect(reached?.most == 2)
            #expect(reached?.retryAfter == 15 * 3600)
            // Another person of the space goes on, to the limit of the space; another space does not notice.
            try await door.pass(Self.bert, queue, within: allowance)
            reached = await refusal { try await door.pass(Self.bert, queue, within: allowance) }
            #expect(reached?.name == all)
            try await door.pass(Self.eve, queue, within: allowance)
            // The next day begins anew.
            let next = Self.allowance([own: 2, all: 3], day: 1)
            try await door.pass(Self.anna, queue, within: next)
            let used = try await queue.store.freeWork(
                of: Self.anna, in: Self.anna.space, cap: .ten, now: queue.now + 86_400)
            #expect(used[door.work] == 1)
        }
    }

    @Test(arguments: FreeWork.allCases)
    func `before a photo is read, who has nothing left is refused`(work: FreeWork) async throws {
        try await TestQueue.with { queue in
            let allowance = Self.allowance([work.ofPerson: 1])
            try await queue.store.requireRoom(for: work, of: Self.anna, within: allowance)
            try await queue.store.count(work, of: Self.anna, within: allowance)
            let reached = await refusal {
                try await queue.store.requireRoom(for: work, of: Self.anna, within: allowance)
            }
            #expect(reached?.name == work.ofPerson)
            try await queue.store.requireRoom(for: work, of: Self.bert, within: allowance)
        }
    }

    @Test func `an order of which one job is beyond the limit queues none`() async throws {
        try await TestQueue.with { queue in
            let allowance = Self.allowance([.freeJobs: 2])
            let jobs = (0..<3).map { _ in NewJob.some(Self.anna, provider: "local") }
            let reached = await refusal {
                _ = try await queue.store.submit(
                    [JobGroup(jobs: jobs)], now: queue.now, isSame: { _, _ in true },
                    kept: Set(jobs.flatMap(\.inputs)), within: allowance)
            }
            #expect(reached?.name == .freeJobs)
            #expect(try await queue.store.jobs(JobFilter(), limit: 10).isEmpty)
            let used = try await queue.store.freeWork(
                of: Self.anna, in: Self.anna.space, cap: .ten, now: queue.now)
            #expect(used[.job] == 0)
        }
    }

    @Test func `a job that cannot be replaced by a free one stays in doubt`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            let id = try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            let reached = await refusal {
                _ = try await queue.store.resolve(
                    [(id, .replaced(by: .some(provider: "local")))],
                    within: Self.allowance([.freeJobs: 0]), now: queue.now)
            }
            #expect(reached?.name == .freeJobs)
            #expect(try await queue.job(id).state == .uncertain)
            #expect(try await queue.newest() == id)
            // A paid one is limited by the cap and the budget.
            let paid = try await queue.store.resolve(
                [(id, .replaced(by: .some()))], within: Self.allowance([.freeJobs: 0]),
                now: queue.now)
            #expect(paid == [.resolved(replacement: try await queue.newest())])
        }
    }

    @Test func `paid jobs, and orders that are there already, are not counted`() async throws {
        try await TestQueue.with { queue in
            let allowance = Self.allowance([.freeJobs: 1])
            let paid = (0..<3).map { _ in NewJob.some(Self.anna) }
            let free = NewJob.some(Self.anna, key: "once", provider: "local")
            for jobs in [paid, [free], [free]] {
                _ = try await queue.store.submit(
                    [JobGroup(jobs: jobs)], now: queue.now, isSame: { _, _ in true },
                    kept: Set(jobs.flatMap(\.inputs)), within: allowance)
            }
            #expect(try await queue.store.jobs(JobFilter(), limit: 10).count == 4)
        }
    }

    @Test func `of many at once as many pass as there is room for`() async throws {
        try await TestQueue.with { queue in
            let allowance = Self.allowance([.freeJobs: 100, .spaceFreeJobs: 5])
            let second = try queue.another()
            let passed = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        let person = Person.known("p\(number)", in: Self.anna.space)
                        let store = number % 2 == 0 ? queue.store : second.store
                        do {
                            try await store.count(.job, of: person, within: allowance)
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(passed == 5)
            try second.store.close()
        }
    }

    @Test func `photos take a space's storage until they are removed`() async throws {
        try await TestQueue.with { queue in
            for person in [Self.anna, Self.eve] { try await queue.admit(person) }
            let allowance = Self.allowance([.storage: 1])
            func upload(_ id: String, of person: Person) -> Upload {
                Upload(
                    id: id, person: person,
                    photo: String(repeating: "a", count: 64) + ".\(person.space)\(id)",
                    name: "photo", verdict: "{}", created: queue.now)
            }
            _ = try await queue.store.add(
                upload("1", of: Self.anna), bytes: 600_000, within: allowance)
            let reached = await refusal {
                _ = try await queue.store.add(
                    upload("2", of: Self.anna), bytes: 400_001, within: allowance)
            }
            #expect(reached?.name == .storage)
            #expect(reached?.retryAfter == nil)
            #expect(try await queue.store.upload("2", of: Self.anna) == nil)
            _ = try await queue.store.add(
                upload("3", of: Self.anna), bytes: 400_000, within: allowance)
            let full = await refusal {
                try await queue.store.requireRoom(for: .upload, of: Self.anna, within: allowance)
            }
            #expect(full?.name == .storage)
            _ = try await queue.store.add(
                upload("eve", of: Self.eve), bytes: 1_000_000, within: allowance)
            _ = try await queue.store.removeUpload("1", of: Self.anna)
            // Only a photo that is no longer on the disk makes room.
            #expect(try await queue.store.storedBytes(of: Self.anna.space) == 1_000_000)
            try await queue.store.unmark(photos: queue.store.markedPhotos())
            #expect(try await queue.store.storedBytes(of: Self.anna.space) == 400_000)
            #expect(try await queue.store.storedBytes(of: Self.eve.space) == 1_000_000)
        }
    }

    @Test func `nothing of a forgotten person is left in the counts`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let allowance = Self.allowance([:])
            try await queue.store.count(.upload, of: Self.anna, within: allowance)
            _ = try await queue.store.prepareToForget(Self.anna, now: queue.now)
            _ = try await queue.store.anonymiseCharges(of: Self.anna)
            let own = try await queue.store.freeWork(
                of: Self.anna, in: Self.anna.space, cap: .ten, now: queue.now)
            #expect(own[.upload] == 0)
            // The space's sum stays, or removing and coming back would make room.
            let all = try await queue.store.freeWork(
                of: nil, in: Self.anna.space, cap: .ten, now: queue.now)
            #expect(all[.upload] == 1)
        }
    }
}
