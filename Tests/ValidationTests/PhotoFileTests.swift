import Foundation
import Glibc
import Ground
import TestSupport
import Testing
import Validation

struct PhotoFileTests {
    private let limits = PhotoLimits.standard

    @Test func `a regular file is read whole`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/photo.anything"
            let bytes = try PhotoFixture.jpeg()
            try bytes.write(to: URL(filePath: path))
            #expect(try await PhotoFile.read(at: path) == .bytes(bytes))
        }
    }

    @Test(arguments: [(0, false), (1, true), (7_000_000, true), (7_000_001, false)])
    func `the size in bytes is exact at both ends`(byteCount: Int, isAccepted: Bool) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/photo"
            try Data(count: byteCount).write(to: URL(filePath: path))
            switch try await PhotoFile.read(at: path) {
            case .bytes(let bytes):
                #expect(isAccepted && bytes.count == byteCount)
            case .refused(let finding):
                #expect(!isAccepted && finding.rule == "byteCount")
                #expect(finding.seen == "\(byteCount)")
                #expect(finding.limit == "1...7000000")
            }
        }
    }

    @Test func `a link to a photo, a folder, a pipe and a socket are refused at once`() async throws
    {
        try await withTemporaryFolder { folder in
            try PhotoFixture.jpeg().write(to: URL(filePath: folder + "/photo"))
            #expect(unsafe symlink(folder + "/photo", folder + "/link") == 0)
            #expect(unsafe symlink(folder + "/nowhere", folder + "/dangling") == 0)
            #expect(unsafe mkfifo(folder + "/pipe", 0o600) == 0)
            #expect(unsafe mknod(folder + "/socket", S_IFSOCK | 0o600, 0) == 0)
            for (name, kind) in [
                ("link", "symbolic link"), ("dangling", "symbolic link"), ("pipe", "pipe"),
                ("socket", "socket"), ("", "folder"),
            ] {
                let reading = try await PhotoFile.read(at: folder + "/" + name)
                expectIrregular(reading, kind: kind)
            }
        }
    }

    @Test(arguments: ["/dev/zero", "/dev/null"])
    func `a device is refused and never read`(path: String) async throws {
        expectIrregular(try await PhotoFile.read(at: path), kind: "device")
    }

    @Test func `a missing file and one below a file are not found`() async throws {
        try await withTemporaryFolder { folder in
            try Data([1]).write(to: URL(filePath: folder + "/photo"))
            for path in [folder + "/missing", folder + "/photo/below"] {
                await #expect(throws: ValidationError.fileNotFound(path: path)) {
                    try await PhotoFile.read(at: path)
                }
            }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
    func `a file of no permissions is an error that names it`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/photo"
            try Data([1]).write(to: URL(filePath: path))
            #expect(unsafe chmod(path, 0) == 0)
            await #expect(throws: ValidationError.permissionDenied(path: path)) {
                try await PhotoFile.read(at: path)
            }
        }
    }

    @Test(arguments: [(99, "99 bytes"), (101, "101 bytes"), (100, "left alone")])
    func `a file that was written to while it was read is refused`(
        expected: Int, limit: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let file = URL(filePath: folder + "/photo")
            try Data(count: expected).write(to: file)
            let handle = try FileHandle(forUpdating: file)
            var status = stat()
            #expect(unsafe fstat(handle.fileDescriptor, &status) == 0)
            #expect(ftruncate(handle.fileDescriptor, 100) == 0)
            // A clock may be too coarse to tell the two writings apart.
            #expect(unsafe futimens(handle.fileDescriptor, [timespec(), timespec()]) == 0)
            let reading = try PhotoFile.contents(
                of: handle.fileDescriptor, since: status, path: file.path)
            guard case .refused(let finding) = reading else {
                Issue.record("it was read")
                return
            }
            #expect(finding.rule == "steadyFile")
            #expect(finding.limit == limit)
        }
    }

    @Test(arguments: ["Mädchen 女孩 👩🏽.jpg", "two\nlines.jpg", "-rf", "a\u{1B}[31mred.jpg"])
    func `a name of any characters is only a name`(name: String) async throws {
        try await withTemporaryFolder { folder in
            let bytes = try PhotoFixture.jpeg()
            try bytes.write(to: URL(filePath: folder + "/" + name))
            #expect(try await PhotoFile.read(at: folder + "/" + name) == .bytes(bytes))
        }
    }

    private func expectIrregular(_ reading: PhotoReading, kind: String) {
        guard case .refused(let finding) = reading else {
            Issue.record("\(kind) was read")
            return
        }
        #expect(finding.rule == "regularFile")
        #expect(finding.severity == .refusal)
        #expect(finding.seen == kind)
    }
}
