import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    @Suite struct LeftoversTests {
        @Test(arguments: TestStore.all)
        func `old files that nothing needs go, and everything else stays`(
            store place: TestStore
        ) async throws {
            try await TestHome.with(in: place) { test in
                let id = try await test.submitOne()
                let needed = try await test.input(of: id)
                let objects = test.home.objects
                let (orphan, fresh) = ("an-orphan", "a-photo-that-is-being-submitted")
                try await test.home.keepPhoto(Data(), as: orphan)
                // As earlier versions kept it.
                let prepared = "prepared/\(needed)"
                if test.home.keepsFiles {
                    try FileManager.default.createDirectory(
                        atPath: test.home.root + "/prepared", withIntermediateDirectories: false)
                }
                try await objects.replace(prepared, Data())
                let old = try await objects.list("photos/") + objects.list("prepared/")
                let moment = try #require(old.map(\.written).max()) + 0.001
                let unfinished = try draft("oldest", of: test, changed: moment - 3600)
                let halfway = try draft("newest", of: test, changed: moment + 3600)
                try await keep(fresh, in: objects, after: moment)

                let janitor = Janitor(
                    store: test.store, home: test.home, environment: test.environment)
                let found = try await janitor.leftovers(
                    before: moment, answersBefore: .distantPast, results: test.results)
                let temporary = [unfinished, objects.locator(of: prepared)]
                #expect(found == Leftovers(photos: [orphan], temporaryFiles: temporary))
                // A list that has grown old must not take a photo that a job needs by now.
                let stale = Leftovers(photos: [orphan, needed], temporaryFiles: temporary)
                #expect(try await janitor.remove(stale) == found)
                #expect(try await test.home.allPhotos().map(\.name) == [needed, fresh].sorted())
                #expect(!FileManager.default.fileExists(atPath: unfinished))
                #expect(FileManager.default.fileExists(atPath: halfway))
                #expect(try await test.kept("prepared") == [])
            }
        }

        @Test(arguments: TestStore.all)
        func `old answers to jobs that the queue does not have go, after a time of their own`(
            store place: TestStore
        ) async throws {
            try await TestHome.with(in: place) { test in
                let (known, gone) = (try await test.submitOne(), freshID())
                let objects = test.home.objects
                let (spooled, body) = ("spool/\(gone)-1.answer", "answers/\(gone)-1.body")
                for key in [spooled, body]
                    + ["spool/\(known)-1.answer", "answers/\(known)-1.body", "spool/notes"]
                { try await objects.replace(key, Data()) }
                let janitor = Janitor(
                    store: test.store, home: test.home, environment: test.environment)
                let (early, late) = (Date.distantPast, Date.distantFuture)
                let none = try await janitor.leftovers(
                    before: early, answersBefore: early, results: test.results)
                #expect(none.temporaryFiles == [])
                let found = try await janitor.leftovers(
                    before: early, answersBefore: late, results: test.results)
                #expect(found.temporaryFiles == [body, spooled].map(objects.locator(of:)))
                _ = try await janitor.remove(found)
                #expect(try await test.kept("spool") == ["\(known)-1.answer", "notes"])
                #expect(try await test.kept("answers") == ["\(known)-1.body"])
            }
        }

        /// Photos without a row, and what a server does with them.
        struct Crash: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// The name of a queue that is kept in the home.
            var kept: String?
            /// Seconds from now at which the queue's oldest row was written; `nil` for no row.
            var oldest: TimeInterval? = -60
            var photos = 2
            let areRemoved: Bool
        }

        static let crashes = [
            Crash(testDescription: "a crash", areRemoved: true),
            Crash(testDescription: "as much as crashes leave", photos: 256, areRemoved: true),
            Crash(testDescription: "more than crashes leave", photos: 257, areRemoved: false),
            Crash(testDescription: "a queue that was begun anew", oldest: nil, areRemoved: false),
            Crash(testDescription: "a queue of later rows", oldest: 3600, areRemoved: false),
            Crash(
                testDescription: "a restored backup", kept: "queue-replaced-1.sqlite",
                areRemoved: false),
            Crash(
                testDescription: "an upgrade", kept: "queue-before-1.sqlite", areRemoved: true),
        ]

        @Test(arguments: crashes)
        func `a server removes the photos that crashes left, and no others`(
            _ crash: Crash
        ) async throws {
            try await TestHome.with { test in
                let now = Date()
                if let oldest = crash.oldest {
                    let job = NewJob(
                        kind: .headshot, payload: "{}", provider: "gemini",
                        person: try #require(TestHome.person),
                        input: JobInput(
                            photo: PhotoName.make(Self.digest, by: freshName()), name: ""))
                    try await test.home.keepPhoto(Data(), as: #require(job.input?.photo))
                    _ = try await test.store.submit([job], now: now + oldest)
                }
                let needed = try await test.home.allPhotos().map(\.name)
                for _ in 0..<crash.photos {
                    try await test.home.keepPhoto(
                        Data(), as: PhotoName.make(Self.digest, by: freshName()))
                }
                let draft = "\(test.home.photos)/.writing-aB3xY9"
                try Data().write(to: URL(filePath: draft))
                if let kept = crash.kept {
                    try Data().write(to: URL(filePath: "\(test.home.root)/\(kept)"))
                }
                let janitor = Janitor(
                    store: test.store, home: test.home, environment: test.environment)
                // None is old enough yet.
                #expect(try await janitor.removePhotosWithoutRows(before: now - 3600) == 0)
                #expect(try await test.home.allPhotos().count == needed.count + crash.photos)
                #expect(FileManager.default.fileExists(atPath: draft))

                let count = try await janitor.removePhotosWithoutRows(before: now + 3600)
                #expect(count == (crash.areRemoved ? crash.photos : 0))
                let left = try await test.home.allPhotos().map(\.name)
                #expect(left.count == needed.count + (crash.areRemoved ? 0 : crash.photos))
                #expect(Set(left).isSuperset(of: needed))
                #expect(!FileManager.default.fileExists(atPath: draft))
            }
        }

        private static let digest = String(repeating: "a", count: 64)

        /// A file of this machine that was begun and never finished.
        private func draft(_ name: String, of test: TestHome, changed: Date) throws -> String {
            let path = "\(test.home.spool)/.writing-\(name)"
            try Data().write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
            return path
        }

        /// Keeps a photo, again and again until the store's clock shows a later time.
        private func keep(
            _ name: String, in objects: any ObjectStore, after moment: Date
        ) async throws {
            var written = Date.distantPast
            while written <= moment {
                try await objects.replace("photos/\(name)", Data())
                written = try #require(try await objects.list("photos/\(name)").first).written
            }
        }
    }
}
