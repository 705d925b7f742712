import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

extension FileTests {
    @Suite struct PhotoStoreTests {
        private let photo = Data("abc".utf8)
        /// The SHA-256 of "abc", as FIPS 180-2 gives it.
        private let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

        @Test(arguments: TestStore.all)
        func `two submits of one photo have names that begin with its SHA-256, and a file each`(
            store place: TestStore
        ) async throws {
            try await TestHome.with(in: place) { test in
                #expect(await PhotoStore.digest(of: photo) == digest)
                let names = (0..<2).map { _ in PhotoName.make(digest, by: freshName()) }
                for name in names { try await test.home.keepPhoto(photo, as: name) }
                #expect(try await test.home.allPhotos().map(\.name) == names.sorted())
                for name in names {
                    #expect(PhotoName.digest(of: name) == digest)
                    #expect(try await test.home.photo(named: name).read() == photo)
                }
            }
        }

        @Test(arguments: TestStore.all)
        func `a photo that is not there is nothing`(store place: TestStore) async throws {
            try await TestHome.with(in: place) { test in
                let photo = try await test.home.photo(named: digest).read()
                #expect(photo == nil)
                let isThere = try await test.home.holdsPhoto(digest)
                #expect(!isThere)
            }
        }

        @Test(arguments: TestStore.all)
        func `a photo that came back as another is not used`(store place: TestStore) async throws {
            try await TestHome.with(in: place) { test in
                let name = PhotoName.make(digest, by: freshName())
                try await test.home.objects.replace("photos/\(name)", Data("abd".utf8))
                let error = await #expect(throws: StorageError.self) {
                    _ = try await test.home.photo(named: name).read()
                }
                guard case .unusable = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }
}
