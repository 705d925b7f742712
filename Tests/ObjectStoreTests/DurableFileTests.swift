import Foundation
import Glibc
import TestSupport
import Testing

@testable import ObjectStore

/// Files are there whole or not at all.
@Suite(.timeLimit(.minutes(10)))
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
                throws: StorageError.unusable(place: .file(path), detail: "Is a directory")
            ) { try DurableFile.read(path) }
            #expect(
                throws: StorageError.unusable(place: .file(path), detail: "Is a directory")
            ) { try DurableFile.replace(path, Data()) }
            #expect(
                throws: StorageError.unavailable(
                    place: .file("\(path)/gone/b"), detail: "No such file or directory")
            ) {
                try DurableFile.read("\(path)/gone/b")
            }
            try Data().write(to: URL(filePath: "\(folder)/file"))
            #expect(
                throws: StorageError.unavailable(
                    place: .file("\(folder)/file/b"), detail: "Not a directory")
            ) {
                try DurableFile.read("\(folder)/file/b")
            }
        }
    }

    /// Errors of calls, and whether each is the machine's and not the file's.
    private static let errors: [(code: CInt, isOfMachine: Bool)] = [
        (ENOSPC, true), (EROFS, true), (EDQUOT, true), (EMFILE, true), (ENFILE, true),
        (ENOMEM, true), (EACCES, false), (EPERM, false), (EISDIR, false), (ELOOP, false),
        (ENAMETOOLONG, false), (EIO, false),
    ]

    // In a folder that can be read, the error alone says whose fault it is.
    @Test(arguments: errors)
    func `a full disk and whatever else the machine lacks is no file's fault`(
        code: CInt, isOfMachine: Bool
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            let failure = DurableFile.failure(path, code)
            switch failure {
            case .unavailable(.file(path), _): #expect(isOfMachine, "\(failure)")
            case .unusable(.file(path), _): #expect(!isOfMachine, "\(failure)")
            default: Issue.record("\(failure)")
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
                guard case .unusable(.file(path), _) = error else {
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
                #expect(place.description.hasPrefix("\(folder)/missing"))
            }
        }
    }

    /// What can be in the place of a file, and is none.
    enum Impostor: String, CaseIterable {
        case link, danglingLink, pipe, device, socket

        /// Puts it there; `false` where that is not allowed.
        func make(_ path: String, beside folder: String) throws -> Bool {
            switch self {
            case .link:
                try Data("secret".utf8).write(to: URL(filePath: "\(folder)/secret"))
                try FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: "\(folder)/secret")
            case .danglingLink:
                try FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: "\(folder)/none")
            case .pipe: return unsafe mkfifo(path, 0o600) == 0
            case .device: return unsafe mknod(path, S_IFCHR | 0o600, 0x105) == 0
            case .socket: return unsafe mknod(path, S_IFSOCK | 0o600, 0) == 0
            }
            return true
        }
    }

    @Test(arguments: Impostor.allCases)
    func `what is not a regular file is that file's fault, and nothing waits for it`(
        impostor: Impostor
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            guard try impostor.make(path, beside: folder) else { return }
            #expect(!DurableFile.isFile(path))
            for attempt in [
                { _ = try DurableFile.read(path) }, { _ = try DurableFile.size(path) },
                { _ = try OpenedFile(path) },
                { try DurableFile.copy(path, over: "\(folder)/copy") },
            ] {
                let error = #expect(throws: StorageError.self) { try attempt() }
                guard case .unusable(.file(path), _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test func `a file that was opened is read as it was, whatever takes its name`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            _ = try DurableFile.create(path, Data("0123456789".utf8))
            let file = try #require(try OpenedFile(path))
            try DurableFile.replace(path, Data("something else".utf8))
            #expect(file.size == 10)
            #expect(try file.read() == Data("0123456789".utf8))
            #expect(try file.read(from: 3, atMost: 4) == Data("3456".utf8))
            #expect(try file.read(from: 8, atMost: 4) == Data("89".utf8))
            #expect(try file.read(from: 12) == Data())
        }
    }

    @Test func `a file that is larger than any object is that file's fault, and is not read`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/a"
            try Data().write(to: URL(filePath: path))
            // It takes no room on the disk.
            try #require(unsafe truncate(path, 1 << 40) == 0)
            let error = #expect(throws: StorageError.self) { try DurableFile.read(path) }
            guard case .unusable(.file(path), _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
