import Decoding
import Foundation
import Isolation
import JobQueue
import ObjectStore
import PromptFactory
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

extension FileTests {
    /// Photos are prepared once, and what is kept of that is trusted as little as a decoder.
    @Suite(.timeLimit(.minutes(1)))
    struct PreparedPhotoTests {
        private static let task = PictureTask.prepare(usesPlanes: true, looks: true)

        @Test(arguments: TestStore.all)
        func `six jobs of a photo have it decoded once`(store place: TestStore) async throws {
            try await TestHome.with(in: place) { test in
                let preparer = Preparer(decoders: .built, home: test.home)
                let photo = try PhotoFixture.jpeg()
                let person = try #require(Person("ann"))
                let reads = Observed(0)
                let replies = try await withThrowingTaskGroup(of: PictureReply?.self) { group in
                    for _ in 0..<6 {
                        group.addTask {
                            try await preparer.reply(to: Self.task, on: "photo", of: person) {
                                reads.update { $0 += 1 }
                                return photo
                            }
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(reads.value == 1)
                #expect(replies.count == 6)
                #expect(replies.allSatisfy { $0 == replies[0] && $0?.picture != nil })
                guard place == .folder else { return }
                let file = "\(test.home.prepared)/photo"
                let rights = try FileManager.default.attributesOfItem(atPath: file)
                #expect(rights[.posixPermissions] as? Int == 0o600)
            }
        }

        @Test(arguments: TestStore.all)
        func `what is kept of a photo goes into the request of its next job`(store place: TestStore)
            async throws
        {
            try await TestHome.withEmulator(in: place) { test, emulator in
                let first = try await test.submitOne(PhotoFixture.jpeg(seed: 1))
                _ = try await test.drain(asking: emulator.baseURL)
                let photo = try await test.input(of: first)
                let store = PreparedStore(home: test.home)
                let settings = DecoderPool.built.settings
                let other = try await PreparedPhotoTests.reply(to: PhotoFixture.jpeg(seed: 2))
                await store.keep(other, for: photo, to: Self.task, settings: settings)
                let next = NewJob(
                    repeating: try await test.job(first),
                    style: .init(angle: .left, background: .casual), quote: nil)
                _ = try await test.store.submitRepetitions([next], once: false, now: test.clock.now)
                _ = try await test.drain(asking: emulator.baseURL)
                let sent = try await emulator.ledger().compactMap(\.photo)
                #expect(sent.count == 2)
                #expect(sent.last != sent.first)
            }
        }

        @Test(arguments: TestStore.all)
        func `a kept reply is for one task and one kind of decoder only`(store place: TestStore)
            async throws
        {
            try await TestHome.with(in: place) { test in
                let store = PreparedStore(home: test.home)
                let reply = try await Self.reply(to: PhotoFixture.jpeg())
                await store.keep(reply, for: "photo", to: Self.task, settings: "1")
                #expect(await store.reply(for: "photo", to: Self.task, settings: "1") == reply)
                #expect(await store.reply(for: "photo", to: Self.task, settings: "2") == nil)
                let other = PictureTask.prepare(usesPlanes: false, looks: true)
                #expect(await store.reply(for: "photo", to: other, settings: "1") == nil)
            }
        }

        @Test func `what was made without the nets is not taken for what is made with them`() throws
        {
            let program = DecoderProgram(nets: try SharedBytes(Data()))
            #expect(DecoderPool(program).settings != DecoderPool.built.settings)
        }

        @Test(arguments: [0, 30, 70, 200, 5000, -1], TestStore.all)
        func `a kept reply that was changed or cut short is not used`(
            offset: Int, store place: TestStore
        ) async throws {
            try await TestHome.with(in: place) { test in
                let store = PreparedStore(home: test.home)
                let reply = try await Self.reply(to: PhotoFixture.jpeg(noise: 30))
                await store.keep(reply, for: "photo", to: Self.task, settings: "1")
                let key = PreparedStore.key("photo")
                let whole = try #require(try await test.home.objects.read(key))
                var changed = whole
                let index = offset < 0 ? whole.count + offset : offset
                changed[index] ^= 1
                for spoilt in [changed, whole.prefix(index)] {
                    try await test.home.objects.replace(key, spoilt)
                    #expect(await store.reply(for: "photo", to: Self.task, settings: "1") == nil)
                }
            }
        }

        @Test(arguments: TestStore.all)
        func `a kept picture with more than a picture in it is not used`(store place: TestStore)
            async throws
        {
            try await TestHome.with(in: place) { test in
                let store = PreparedStore(home: test.home)
                var reply = try await Self.reply(to: PhotoFixture.jpeg())
                reply.picture = try PhotoFixture.jpeg() + Data("and a message".utf8)
                await store.keep(reply, for: "photo", to: Self.task, settings: "1")
                #expect(await store.reply(for: "photo", to: Self.task, settings: "1") == nil)
            }
        }

        @Test(arguments: TestStore.all)
        func `what was made of a photo goes with it`(store place: TestStore) async throws {
            try await TestHome.withEmulator(in: place) { test, emulator in
                let id = try await test.submitOne()
                _ = try await test.drain(asking: emulator.baseURL)
                let photo = try await test.input(of: id)
                #expect(try await test.kept("prepared") == [photo])
                let janitor = Janitor(
                    store: test.store, home: test.home, environment: test.environment)
                _ = try await janitor.forget(#require(TestHome.person), results: test.results)
                #expect(try await test.kept("prepared") == [])
            }
        }

        private static func reply(to photo: Data) async throws -> PictureReply {
            try await DecoderPool.built.perform(task, on: photo)
        }
    }
}
