import Companion
import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    /// What is removed because it was kept for long enough.
    @Suite(.timeLimit(.minutes(10)))
    struct KeeperTests {
        private static let day: TimeInterval = 86_400

        private func keeper(_ test: TestHome, _ days: [Keeping.Part: Int]) -> Keeper {
            var own = Keeping()
            for (part, count) in days { own[part] = count * Keeping.least }
            return Keeper(
                Janitor(store: test.store, home: test.home, environment: test.environment),
                results: test.results, own: own)
        }

        @Test(arguments: TestStore.all)
        func `photos, headshots and jobs go each in its time, and what is younger stays`(
            store: TestStore
        ) async throws {
            try await TestHome.withEmulator(in: store) { test, emulator in
                let id = try await test.submitOne(PhotoFixture.landscape(seed: 1))
                _ = try await test.drain(asking: emulator.baseURL)
                let photo = try await test.input(of: id)
                test.clock.advance(by: 5 * Self.day)
                let young = try await test.submitOne(PhotoFixture.landscape(seed: 2))
                _ = try await test.drain(asking: emulator.baseURL)
                let keeper = keeper(test, [.photos: 7, .headshots: 14, .jobs: 21])

                #expect(try await keeper.removeOld() == Keeper.Removed())
                test.clock.advance(by: 3 * Self.day)
                #expect(try await keeper.removeOld() == Keeper.Removed(photos: 1))
                #expect(try await test.home.photo(named: photo).read() == nil)
                #expect(try await test.keptResults().count == 4)
                #expect(try await keeper.removeOld() == Keeper.Removed())

                test.clock.advance(by: 7 * Self.day)
                #expect(try await keeper.removeOld() == Keeper.Removed(headshots: 1, photos: 1))
                #expect(try await test.keptResults().count == 2)
                #expect(try await test.job(id).result == nil)
                #expect(try await test.job(young).result != nil)

                test.clock.advance(by: 7 * Self.day)
                #expect(try await keeper.removeOld() == Keeper.Removed(jobs: 1, headshots: 1))
                #expect(try await test.store.job(id) == nil)
                #expect(try await test.store.job(young) != nil)
            }
        }

        @Test(arguments: TestStore.all)
        func `a headshot outlives its job for as long as it is kept`(
            store: TestStore
        ) async throws {
            try await TestHome.withEmulator(in: store) { test, emulator in
                _ = try await test.submitOne()
                _ = try await test.drain(asking: emulator.baseURL)
                let keeper = keeper(test, [.jobs: 1, .headshots: 30])
                test.clock.advance(by: 2 * Self.day)
                #expect(try await keeper.removeOld() == Keeper.Removed(jobs: 1, photos: 1))
                #expect(try await test.keptResults().count == 2)
                test.clock.advance(by: 30 * Self.day)
                #expect(try await keeper.removeOld() == Keeper.Removed(headshots: 1))
                #expect(try await test.keptResults().isEmpty)
                #expect(try await keeper.removeOld() == Keeper.Removed())
            }
        }

        @Test func `a job waits until its end was reported to the webhook`() async throws {
            let space = try #require(Space("shop"))
            let url = try #require(WebhookURL("https://shop.example.com/hook"))
            try await TestHome.withEmulator { test, emulator in
                var settings = SpaceSettings(provider: "gemini")
                for part in Keeping.Part.allCases { settings.keeping[part] = Keeping.least }
                _ = try await test.store.create(
                    space, settings, webhook: url, now: test.clock.now)
                try await test.submit(person: Person("ada", in: space))
                _ = try await test.drain(asking: emulator.baseURL)
                test.clock.advance(by: 2 * Self.day)
                let keeper = keeper(test, [:])
                // Its receiver may ask for the headshot, but not for the photo.
                #expect(try await keeper.removeOld() == Keeper.Removed(photos: 1))
                let work = try await test.store.deliveryWork(
                    underWay: [:], most: 9, now: test.clock.now)
                #expect(work.due.count == 1)
                for (delivery, _) in work.due {
                    try await test.store.settle(
                        delivery, sentTo: url, .delivered(status: 200), now: test.clock.now)
                }
                #expect(try await keeper.removeOld() == Keeper.Removed(jobs: 1, headshots: 1))
            }
        }

        @Test func `nothing goes without a rule, however old it is`() async throws {
            try await TestHome.withEmulator { test, emulator in
                _ = try await test.submitOne()
                _ = try await test.drain(asking: emulator.baseURL)
                test.clock.advance(by: 4000 * Self.day)
                #expect(try await keeper(test, [:]).removeOld() == Keeper.Removed())
                #expect(try await test.keptResults().count == 2)
            }
        }

        @Test func `while the folder of headshots is missing they stay, and all else goes`()
            async throws
        {
            try await TestHome.withEmulator { test, emulator in
                let id = try await test.submitOne()
                _ = try await test.drain(asking: emulator.baseURL)
                let aside = "\(test.results)-aside"
                try FileManager.default.moveItem(atPath: test.results, toPath: aside)
                test.clock.advance(by: 2 * Self.day)
                let keeper = keeper(test, [.photos: 1, .headshots: 1])
                #expect(try await keeper.removeOld() == Keeper.Removed(photos: 1))
                #expect(try await test.job(id).result != nil)
                try FileManager.default.moveItem(atPath: aside, toPath: test.results)
                #expect(try await keeper.removeOld() == Keeper.Removed(headshots: 1))
                #expect(try await test.keptResults().isEmpty)
            }
        }
    }
}
