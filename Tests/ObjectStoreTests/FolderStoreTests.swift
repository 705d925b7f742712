import Foundation
import ObjectStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FolderStoreTests {
    @Test func `an object is created once, replaced, read, sized and removed by its key`()
        async throws
    {
        try await withStore { try await StorePromises.life(of: $0) }
    }

    @Test func `only a path of plain names is a key`() async throws {
        try await withStore { store in
            try await StorePromises.keys(of: store)
            // What only looks like a way out is a name.
            for key in ["a/...", "a/.b", "a/..b", "a/b.."] {
                #expect(try await store.create(key, Data()))
            }
            let above = Data("above".utf8)
            let path = "\(store.folder)-above"
            try above.write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let key = "../\((path as NSString).lastPathComponent)"
            await #expect(throws: StorageError.self) { try await store.remove([key]) }
            await #expect(throws: StorageError.self) { try await store.open(key) }
            #expect(FileManager.default.contents(atPath: path) == above)
        }
    }

    @Test func `one bad key among several removes none`() async throws {
        try await withStore { store in
            _ = try await store.create("a/b", Data())
            await #expect(throws: StorageError.self) { try await store.remove(["a/b", "a/.."]) }
            #expect(try await store.size("a/b") == 0)
        }
    }

    @Test func `a list has the keys of a prefix in order, without what is being written`()
        async throws
    {
        try await withStore { store in
            _ = try await store.create("a/.writing-aBc123", Data())
            try await StorePromises.list(of: store)
            let later = Date(timeIntervalSinceNow: 60)
            #expect(
                try await store.drafts(in: "a/", before: later).map(\.name) == [".writing-aBc123"])
            #expect(try await store.drafts(in: "a/", before: later - 3600).isEmpty)
        }
    }

    @Test func `a store whose folder is gone is unavailable, and free of nothing`() async throws {
        try await withStore { store in
            let gone = FolderStore(folder: "\(store.folder)/gone")
            for attempt: () async throws -> Void in [
                { _ = try await gone.read("a/b") }, { _ = try await gone.size("a/b") },
                { _ = try await gone.create("a/b", Data()) }, { _ = try await gone.list("a/") },
                { try await gone.checkRoom(for: 1) },
            ] {
                let error = await #expect(throws: StorageError.self) { try await attempt() }
                guard case .unavailable = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
            await #expect(throws: StorageError.self) { try await store.checkRoom(for: .max) }
        }
    }

    private func withStore(_ body: (FolderStore) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let store = FolderStore(folder: "\(folder)/store")
            try await store.prepare("a/")
            try await body(store)
        }
    }
}
