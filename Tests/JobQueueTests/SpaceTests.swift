import Foundation
import Ground
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct SpaceTests {
    private let shop = Person.known("81f3", in: Space("shop")).space
    private let team = Person.known("81f3", in: Space("team")).space

    private func person(in space: Space) throws -> Person {
        try #require(Person("81f3", in: space))
    }

    @Test func `a space is added once, and keeps its first settings`() async throws {
        try await TestQueue.with { queue in
            #expect(try await queue.store.spaces().isEmpty)
            var first = SpaceSettings(provider: "local", budget: 5_000_000)
            first.newPersons = 3
            let second = SpaceSettings(provider: "gemini")
            #expect(try await queue.store.add(team, first, now: queue.now))
            #expect(try await queue.store.add(shop, second, now: queue.now))
            #expect(try await !queue.store.add(team, second, now: queue.now + 1))
            let spaces = try await queue.store.spaces()
            #expect(spaces.map(\.space) == [shop, team])
            #expect(spaces.map(\.settings) == [second, first])
            #expect(spaces.map(\.created) == [queue.now, queue.now])
        }
    }

    @Test func `settings are changed for a space that is there, one by one`() async throws {
        try await TestQueue.with { queue in
            let unknown = try await queue.store.change(shop, now: queue.now) { $0.budget = 1 }
            #expect(unknown == nil)
            #expect(try await queue.store.record(of: shop) == nil)
            _ = try await queue.store.add(shop, SpaceSettings(provider: "gemini"), now: queue.now)
            var expected = SpaceSettings(provider: "gemini")
            let changes: [@Sendable (inout SpaceSettings) -> Void] = [
                { $0.provider = "local" }, { $0.budget = 1 }, { $0.newPersons = 0 },
                { $0.features = [.scans, .moments] }, { $0.keepsPhotos = false },
                { $0.preset = .great }, { $0.timeZone = "Asia/Tokyo" }, { $0.streak = .window },
                { $0.variesScores = true }, { $0.hardMoments = .models },
                { $0.asksBeforeModels = true }, { $0.shrinksPhotos = true },
                { $0.limits[.uploads] = 3 }, { $0.limits[.storage] = 0 },
                { $0.keeping[.jobs] = 90 * Keeping.least }, { $0.keeping[.photos] = Keeping.least },
                { $0.keeping[.headshots] = 365 * Keeping.least }, { $0.keeping[.photos] = nil },
                { $0.plans.free.hoursBetweenScans = 168 }, { $0.plans.free.weaknesses = false },
            ]
            for change in changes {
                change(&expected)
                let known = try await queue.store.change(shop, now: queue.now, change)
                #expect(known?.record.settings == expected)
                #expect(try await queue.store.record(of: shop)?.settings == expected)
            }
        }
    }

    @Test func `a space is added or changed with everything, or not at all`() async throws {
        try await TestQueue.with { queue in
            let settings = SpaceSettings(provider: "local", budget: 5)
            let url: WebhookURL = try #require(WebhookURL("https://shop.example.com/hook"))
            func token(_ byte: UInt8) -> NewToken {
                (
                    token: AccessToken(for: shop, random: Data(repeating: byte, count: 32)),
                    holder: .app, scopes: [.submit]
                )
            }
            let added = try await queue.store.create(
                shop, settings, words: "{}", webhook: url, token: token(1), now: queue.now)
            #expect(added?.settings == settings && added?.webhook?.generation == 1)
            #expect(try await queue.store.words(of: shop) == "{}")
            let access = try await queue.store.access(with: token(1).token, now: queue.now)
            #expect(access?.holder == .app && access?.scopes == [.submit])

            // The last step fails: that token is there already.
            await #expect(throws: JobQueueError.self) {
                try await queue.store.create(
                    team, settings, words: "{}", webhook: url, token: token(1), now: queue.now)
            }
            #expect(try await queue.store.record(of: team) == nil)
            let again = try await queue.store.create(
                team, settings, words: "{}", webhook: url, token: token(2), now: queue.now)
            #expect(again != nil)
            let double = try await queue.store.create(
                team, SpaceSettings(provider: "gemini"), token: token(3), now: queue.now)
            #expect(double == nil)
            #expect(try await queue.store.record(of: team)?.settings == settings)
            #expect(try await queue.store.access(with: token(3).token, now: queue.now) == nil)

            let changed = try await queue.store.change(
                shop, words: .set(nil), webhook: .set(nil), now: queue.now
            ) { $0.budget = nil }
            #expect(changed?.record.settings.budget == nil && changed?.record.webhook == nil)
            #expect(try await queue.store.words(of: shop) == nil)
            // JSON that is none is refused by the table, after the settings were written.
            await #expect(throws: JobQueueError.self) {
                try await queue.store.change(team, words: .set("{"), now: queue.now) {
                    $0.budget = 1
                }
            }
            #expect(try await queue.store.record(of: team)?.settings == settings)
        }
    }

    @Test func `a filter of a space sees that space alone`() async throws {
        try await TestQueue.with { queue in
            let inShop = try await queue.submit(person(in: shop))
            let inTeam = try await queue.submit(person(in: team))
            let own = try await queue.submit(person(in: .commandLine))
            let cases: [(Space?, [JobID])] = [
                (shop, [inShop]), (team, [inTeam]), (.commandLine, [own]),
                (nil, [own, inTeam, inShop]),
            ]
            for (space, jobs) in cases {
                let found = try await queue.store.jobs(JobFilter(space: space), limit: 10)
                #expect(found.map(\.id) == jobs)
            }
        }
    }

    @Test func `money is told of a space alone, or of all`() async throws {
        try await TestQueue.with { queue in
            for space in [shop, team, .commandLine] {
                try await queue.submit(person(in: space))
                _ = try await queue.charge(queue.take(), TestQueue.draft)
            }
            let people = try await queue.store.usage(in: shop, cap: .ten, now: queue.now).keys
            #expect(try Set(people) == [person(in: shop)])
            #expect(try await queue.store.usage(cap: .ten, now: queue.now).count == 3)
        }
    }

    @Test func `one person's cap in a space leaves the same id elsewhere alone`() async throws {
        try await TestQueue.with { queue in
            let cap = DailyCap(charges: 1, timeZone: TestQueue.utc)
            for space in [shop, shop, team] { try await queue.submit(person(in: space)) }
            var people: [Person] = []
            for _ in 0..<2 {
                let claim = try await queue.take(cap: cap)
                people.append(claim.job.person)
                _ = try await queue.charge(claim, TestQueue.draft, cap: cap)
            }
            #expect(try people == [person(in: shop), person(in: team)])
            let waiting = try await queue.store.jobs(
                JobFilter(states: [.waiting], space: shop), limit: 10)
            guard case .idle = try await queue.claim(cap: cap) else {
                Issue.record("a person at the cap was served")
                return
            }
            #expect(waiting.count == 1)
        }
    }
}
