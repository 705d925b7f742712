import Foundation
import ObjectStore
import Testing

/// What every store promises, whatever keeps the bytes; a folder store needs the folder `a`.
enum StorePromises {
    static func life(of store: some ObjectStore) async throws {
        #expect(try await store.read("a/b") == nil)
        #expect(try await store.size("a/b") == nil)
        #expect(try await store.create("a/b", Data("first".utf8)))
        #expect(try await !store.create("a/b", Data("second".utf8)))
        // Not even the same bytes again.
        #expect(try await !store.create("a/b", Data("first".utf8)))
        #expect(try await store.read("a/b") == Data("first".utf8))
        #expect(try await store.size("a/b") == 5)
        for (count, beginning) in [(1, "f"), (3, "fir"), (5, "first"), (6, "first")] {
            #expect(try await store.read("a/b", atMost: count) == Data(beginning.utf8))
        }
        #expect(try await store.read("a/c", atMost: 3) == nil)
        #expect(try await store.create("a/empty", Data()))
        #expect(try await store.read("a/empty", atMost: 3) == Data())
        for content in ["replaced", "again"] {
            try await store.replace("a/b", Data(content.utf8))
            #expect(try await store.read("a/b") == Data(content.utf8))
        }
        for isLasting in [true, false] {
            try await store.remove(["a/b", "a/c"], isLasting: isLasting)
            #expect(try await store.read("a/b") == nil)
        }
        try await store.checkRoom(for: 1)
    }

    /// A key that is not a path of plain names reads, writes and removes nothing, wherever it would lead.
    static func keys(of store: some ObjectStore) async throws {
        #expect(try await store.create("a/b", Data("kept".utf8)))
        for key in [
            "", "/", ".", "..", "/a/b", "../a/b", "a/../a/b", "a/./b", "a//b", "a/b/", "a/..",
            "a/b\0", String(repeating: "a/b", count: 400),
        ] {
            for attempt: () async throws -> Void in [
                { _ = try await store.create(key, Data()) },
                { try await store.replace(key, Data()) }, { _ = try await store.read(key) },
                { _ = try await store.read(key, atMost: 1) }, { _ = try await store.size(key) },
                { try await store.remove([key]) },
            ] {
                let error = await #expect(throws: StorageError.self, "\(key)") {
                    try await attempt()
                }
                guard case .unusable = error else {
                    Issue.record("\(key): \(String(describing: error))")
                    continue
                }
            }
        }
        #expect(try await store.read("a/b") == Data("kept".utf8))
    }

    static func list(of store: some ObjectStore) async throws {
        for name in ["3-x", "1-y", "1-x", "1"] {
            #expect(try await store.create("a/\(name)", Data()))
        }
        #expect(try await store.list("a/").map(\.key) == ["a/1", "a/1-x", "a/1-y", "a/3-x"])
        let some = try await store.list("a/1-")
        #expect(some.map(\.name) == ["1-x", "1-y"])
        for object in some { #expect(abs(object.written.timeIntervalSinceNow) < 300) }
    }
}
