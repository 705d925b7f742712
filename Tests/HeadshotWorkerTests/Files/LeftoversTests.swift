import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

struct LeftoversTests {
    @Test func `old files that nothing needs go, and everything else stays`() async throws {
        try await TestHome.with { test in
            let id = try await test.submitOne()
            let needed = try await test.input(of: id)
            let store = PhotoStore(home: test.home)
            let (orphan, fresh) = ("an orphan", "a photo that is being submitted")
            for name in [orphan, fresh] { try await store.keep(Data(), as: name) }
            let unfinished = "\(test.home.spool)/.writing-oldest"
            let halfway = "\(test.home.spool)/.writing-newest"
            // Of a photo that is gone, and of one that is there.
            let madeOfNothing = "\(test.home.prepared)/of-a-photo-that-is-gone"
            let prepared = "\(test.home.prepared)/\(needed)"
            for file in [unfinished, halfway, madeOfNothing, prepared] {
                try Data().write(to: URL(filePath: file))
            }
            let week = 7 * 86_400.0
            for file in [
                "\(test.home.photos)/\(needed)", "\(test.home.photos)/\(orphan)", unfinished,
                madeOfNothing, prepared,
            ] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -week)], ofItemAtPath: file)
            }

            let janitor = Janitor(store: test.store, home: test.home, environment: test.environment)
            let found = try await janitor.leftovers(
                before: Date(timeIntervalSinceNow: -week / 7), results: test.results)
            let temporary = [unfinished, madeOfNothing]
            #expect(found == Leftovers(photos: [orphan], temporaryFiles: temporary))
            // A list that has grown old must not take a photo that a job needs by now.
            let stale = Leftovers(photos: [orphan, needed], temporaryFiles: temporary)
            #expect(try await janitor.remove(stale) == found)
            #expect(try await store.all().map(\.name) == [needed, fresh].sorted())
            #expect(!FileManager.default.fileExists(atPath: unfinished))
            #expect(FileManager.default.fileExists(atPath: halfway))
            #expect(test.files(in: test.home.prepared) == [needed])
        }
    }
}
