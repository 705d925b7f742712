import Foundation
import Testing

@testable import Companion
@testable import JobQueue

/// Jobs of several kinds, of people of several spaces.
@Suite(.timeLimit(.minutes(10)))
struct KindTests {
    private func submit(
        _ person: Person = .anna, _ kind: JobKind = .portrait, key: String? = nil,
        to queue: TestQueue
    ) async throws -> JobID {
        var job = NewJob.some(person, key: key)
        job.kind = kind
        return try #require(await queue.store.submit([job], now: queue.now).first).id
    }

    @Test func `each kind has its own cap`() async throws {
        try await TestQueue.with { queue in
            for kind in [JobKind.portrait, .letter] {
                let first = try await submit(.anna, kind, to: queue)
                let second = try await submit(.anna, kind, to: queue)
                let claim = try await queue.take(cap: .one)
                #expect(claim.job.id == first)
                #expect(try await queue.charge(claim, cap: .one).kind == kind)
                #expect(try await queue.claim(cap: .one).claim == nil)
                #expect(try await queue.job(second).waitReason == .dailyCap)
            }
        }
    }

    @Test func `a place that turns out free lets a job of its own kind go on`() async throws {
        try await TestQueue.with { queue in
            var waiting: [JobKind: JobID] = [:]
            var charges: [(Claim, Charge)] = []
            for kind in [JobKind.portrait, .letter] {
                _ = try await submit(.anna, kind, to: queue)
                waiting[kind] = try await submit(.anna, kind, to: queue)
                let claim = try await queue.take(cap: .one)
                charges.append((claim, try await queue.charge(claim, cap: .one)))
                #expect(try await queue.claim(cap: .one).claim == nil)
            }
            let (claim, charge) = charges[1]
            let free = Settlement(
                job: .failed(reason: .refused, detail: nil),
                charge: ChargeEnd(id: charge.id, state: .free))
            try await queue.store.settle(claim, free, now: queue.now)
            #expect(try await queue.take(cap: .one).job.id == waiting[.letter])
            #expect(try await queue.claim(cap: .one).claim == nil)
        }
    }

    @Test func `each kind and provider has its own places and money, and they add up to all`()
        async throws
    {
        try await TestQueue.with { queue in
            for (person, kind, count) in [(Person.anna, JobKind.portrait, 1), (.bert, .letter, 2)] {
                for _ in 0..<count {
                    _ = try await submit(person, kind, to: queue)
                    try await queue.run(to: .failed(reason: .invalidRequest, detail: nil), .unknown)
                }
            }
            let kinds = try await queue.store.usageByKind(cap: .ten, now: queue.now)
            #expect(kinds.map(\.kind) == [.letter, .portrait])
            #expect(kinds.map(\.usage.usedToday) == [2, 1])
            let all = try await queue.store.usage(cap: .ten, now: queue.now).values
            #expect(
                kinds.map(\.usage.today).reduce(Money(), +) == all.map(\.today).reduce(Money(), +))
            let berts = try await queue.store.usageByKind(of: .bert, cap: .ten, now: queue.now)
            #expect(berts == [kinds[0]])
            let later = DailyCap.ten.nextDay(after: queue.now)
            let next = try await queue.store.usageByKind(cap: .ten, now: later)
            #expect(next.map(\.usage.usedToday) == [0, 0])
            #expect(next.map(\.usage.month) == kinds.map(\.usage.month))
        }
    }

    @Test func `places are told of one kind, and money of all`() async throws {
        try await TestQueue.with { queue in
            for kind in [JobKind.portrait, .letter, .letter] {
                _ = try await submit(.anna, kind, to: queue)
                try await queue.charge(queue.take())
            }
            for (kind, used) in [(JobKind.portrait, 1), (.letter, 2), (nil, 3)] {
                let usage = try await queue.store.usage(
                    of: .anna, counting: kind, cap: .ten, now: queue.now)
                #expect(usage[.anna]?.usedToday == used)
                #expect(usage[.anna]?.today.unknown == 3 * 39_000)
            }
        }
    }

    @Test func `one id in two spaces is two persons, with caps and keys of their own`()
        async throws
    {
        try await TestQueue.with { queue in
            let here = try await submit(.anna, key: "k", to: queue)
            let there = try await submit(.annaOfApp, key: "k", to: queue)
            #expect(here != there)
            #expect(try await queue.job(there).person == .annaOfApp)
            try await queue.charge(queue.take(cap: .one), cap: .one)
            try await queue.charge(queue.take(cap: .one), cap: .one)
            let usage = try await queue.store.usage(cap: .one, now: queue.now)
            #expect(usage[.anna]?.usedToday == 1)
            #expect(usage[.annaOfApp]?.usedToday == 1)
            let one = try await queue.store.usage(of: .annaOfApp, cap: .one, now: queue.now)
            #expect(Set(one.keys) == [.annaOfApp])
            #expect(try await queue.store.jobs(JobFilter(person: .anna)).map(\.id) == [here])
        }
    }

    @Test func `to forget a person touches nothing in another space`() async throws {
        try await TestQueue.with { queue in
            let here = try await submit(.anna, to: queue)
            let there = try await submit(.annaOfApp, to: queue)
            #expect(try await queue.store.prepareToForget(.annaOfApp, now: queue.now) == [])
            #expect(try await queue.job(here).state == .waiting)
            #expect(try await queue.job(there).state == .cancelled)
        }
    }

    @Test func `a job of words needs no photo, and what it made has no file`() async throws {
        try await TestQueue.with { queue in
            var job = NewJob.some()
            job.kind = .letter
            job.input = nil
            _ = try await queue.store.submit([job], now: queue.now)
            let id = try await queue.run(to: .succeeded(outcome: #"{"words":"Well done."}"#))
            let done = try await queue.job(id)
            #expect(done.input == nil)
            #expect(done.inputName == nil)
            #expect(done.outcome == #"{"words":"Well done."}"#)
            #expect(done.result == nil)
            #expect(try await queue.store.neededPhotos(among: [TestQueue.photo]).isEmpty)
        }
    }

    @Test func `a second photo is needed as long as its job is there`() async throws {
        try await TestQueue.with { queue in
            let side = String(repeating: "b", count: 64)
            var job = NewJob.some()
            job.secondInput = side
            _ = try await queue.store.submit([job], now: queue.now)
            let others = [TestQueue.photo, side, String(repeating: "c", count: 64)]
            #expect(
                try await queue.store.neededPhotos(among: others) == [TestQueue.photo, side])
            let id = try await queue.run(to: .done)
            let removable = try await queue.store.removableCount(
                endedBefore: queue.now + 1, states: [.succeeded])
            #expect(removable.photos == 2)
            let removal = try await queue.store.remove([id])
            #expect(removal.photos == [TestQueue.photo, side])
        }
    }

    @Test(arguments: [
        ("app", true), ("a-1", true), (String(repeating: "a", count: 32), true), ("", false),
        ("1a", false), ("-a", false), ("App", false), ("a_b", false), ("é", false),
        (String(repeating: "a", count: 33), false),
    ])
    func `a space's name is short and plain`(text: String, isValid: Bool) {
        #expect((Space(text) != nil) == isValid)
    }
}
