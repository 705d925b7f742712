import Foundation
import ObjectStore
import TestSupport
import Testing

struct FolderStoreTests {
    @Test func `an object is created once, replaced, read, sized and removed by its key`()
        async throws
    {
        try await withStore { store in
            #expect(try await store.read("a/b") == nil)
            #expect(try await store.size("a/b") == nil)
            #expect(try await store.create("a/b", Data("first".utf8)))
            #expect(try await !store.create("a/b", Data("second".utf8)))
            #expect(try await store.read("a/b") == Data("first".utf8))
            #expect(try await store.size("a/b") == 5)
            for isLasting in [true, false] {
                let bytes = Data("lasting: \(isLasting)".utf8)
                try await store.replace("a/b", bytes, isLasting: isLasting)
                #expect(try await store.read("a/b") == bytes)
            }
            for isLasting in [true, false] {
                try await store.remove(["a/b", "a/c"], isLasting: isLasting)
                #expect(try await store.read("a/b") == nil)
            }
        }
    }

    @Test func `a list has the keys of a prefix in order, without what is being written`()
        async throws
    {
        try await withStore { store in
            for name in ["3-x", "1-y", "1-x", "1", ".writing-aBc123"] {
                _ = try await store.create("a/\(name)", Data())
            }
            #expect(try await store.list("a/").map(\.key) == ["a/1", "a/1-x", "a/1-y", "a/3-x"])
            #expect(try await store.list("a/1-").map(\.name) == ["1-x", "1-y"])
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
            try await FolderStore(folder: store.path(of: "a")).makeFolder()
            try await body(store)
        }
    }
}
