import Foundation
import TestSupport
import Testing

@testable import HeadshotWorker

/// The photos of all jobs, each once.
struct PhotoStoreTests {
    private let photo = Data("abc".utf8)
    /// The SHA-256 of "abc", as FIPS 180-2 gives it.
    private let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func `a photo is kept once, under its SHA-256`() async throws {
        try await withStore { store in
            for _ in 1...2 {
                let kept = try await store.keep(photo)
                #expect(kept == name)
            }
            #expect(try store.names() == [name])
            #expect(try await store.photo(named: name) == photo)
        }
    }

    @Test func `a photo that was removed is not there`() async throws {
        try await withStore { store in
            try store.remove(try await store.keep(photo))
            #expect(try await store.photo(named: name) == nil)
            #expect(try store.names() == [])
        }
    }

    @Test func `a photo that is being written is not there yet`() async throws {
        try await withStore { store in
            let path = "\(store.folder)/\(DurableFile.temporaryPrefix)abcdef"
            try photo.write(to: URL(filePath: path))
            #expect(try store.names() == [])
        }
    }

    private func withStore(_ body: (PhotoStore) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let home = HeadshotHome(root: "\(folder)/home")
            try home.prepare()
            try await body(PhotoStore(home: home))
        }
    }
}
