import Foundation
import TestSupport
import Testing

@testable import ObjectStore

/// Files are there whole or not at all.
struct DurableFileTests {
    @Test func `a file is created whole, for its owner only, and nothing is left beside it`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
            // A slice, whose first index is not zero.
            let isNew = try DurableFile.create("\(folder)/a", bytes[500...])
            #expect(isNew)
            #expect(try DurableFile.read("\(folder)/a") == bytes[500...])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func `a file that is there is not overwritten by creating it`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            let isFirstNew = try DurableFile.create(path, Data("first".utf8))
            let isSecondNew = try DurableFile.create(path, Data("second".utf8))
            #expect(isFirstNew && !isSecondNew)
            #expect(try DurableFile.read(path) == Data("first".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func `a link that is there is neither followed nor replaced by creating`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: "\(folder)/elsewhere")
            #expect(try !DurableFile.create(path, Data("first".utf8)))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/elsewhere"))
        }
    }

    @Test func `a file is replaced whole`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            try DurableFile.replace(path, Data("the first, which is longer".utf8))
            try DurableFile.replace(path, Data("second".utf8))
            #expect(try DurableFile.read(path) == Data("second".utf8))
            try DurableFile.replace(path, Data())
            #expect(try DurableFile.read(path) == Data())
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test func `a file that is missing is nothing, and may be removed`() async throws {
        try await withTemporaryFolder { folder in
            #expect(try DurableFile.read("\(folder)/a") == nil)
            try DurableFile.remove("\(folder)/a")
        }
    }

    @Test
    func `a folder in a file's place is that file's fault, and a broken folder the machine's`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            try DurableFile.makeFolder(path)
            #expect(
                throws: StorageError.unusable(place: path, detail: "Is a directory")
            ) { try DurableFile.read(path) }
            #expect(
                throws: StorageError.unusable(place: path, detail: "Is a directory")
            ) { try DurableFile.replace(path, Data()) }
            #expect(
                throws: StorageError.unavailable(
                    place: "\(path)/gone/b", detail: "No such file or directory")
            ) {
                try DurableFile.read("\(path)/gone/b")
            }
            try Data().write(to: URL(filePath: "\(folder)/file"))
            #expect(
                throws: StorageError.unavailable(
                    place: "\(folder)/file/b", detail: "Not a directory")
            ) {
                try DurableFile.read("\(folder)/file/b")
            }
        }
    }

    @Test func `a name that is too long is that file's fault`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/\(String(repeating: "a", count: 300))"
            for attempt in [
                { _ = try DurableFile.read(path) }, { _ = try DurableFile.create(path, Data()) },
            ] {
                let error = #expect(throws: StorageError.self) { try attempt() }
                guard case .unusable(path, _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test func `a folder that is missing is told by its path`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/missing/a"
            let created = #expect(throws: StorageError.self) {
                try DurableFile.create(path, Data())
            }
            let replaced = #expect(throws: StorageError.self) {
                try DurableFile.replace(path, Data())
            }
            for error in [created, replaced] {
                guard case .unavailable(let place, _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(place.hasPrefix("\(folder)/missing"))
            }
        }
    }
}
