import Foundation
import Glibc
import TestSupport
import Testing

/// What somebody or something did to the queue's file.
@Suite(.timeLimit(.minutes(10)))
struct HostileQueueTests {
    struct Harm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: String
        let status: Int32
        /// Changes a queue's whole file, which no program has open.
        let harm: @Sendable (_ path: String) throws -> Void
    }

    static let harms: [Harm] = [
        Harm(testDescription: "a text file", words: "not a queue", status: 78) { path in
            try Data("words ".utf8).write(to: URL(filePath: path))
        },
        Harm(testDescription: "cut short", words: "damaged", status: 74) { path in
            let bytes = try Data(contentsOf: URL(filePath: path))
            try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        },
        Harm(testDescription: "of a newer version", words: "newer headshot", status: 78) { path in
            // The version is a big-endian number in the file's header.
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[62] = 1
            try bytes.write(to: URL(filePath: path))
        },
        Harm(testDescription: "a symbolic link", words: "not a queue", status: 78) { path in
            try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: path + ".real")
        },
        Harm(testDescription: "a folder", words: "not a queue", status: 78) { path in
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
        },
    ]

    @Test(arguments: harms)
    func `a queue that is none is refused in one sentence, and left as it is`(
        harm: Harm
    ) async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submitOne()
            try harm.harm("\(sandbox.home)/queue.sqlite")
            try await expectRefusal(harm.words, harm.status, sandbox)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `another user's queue is refused in one sentence, and left as it is`() async throws {
        try await Sandbox.offline { sandbox in
            _ = try await sandbox.submitOne()
            try #require(unsafe chown("\(sandbox.home)/queue.sqlite", 65534, 65534) == 0)
            try await expectRefusal("another user", 78, sandbox)
        }
    }

    private func expectRefusal(_ words: String, _ status: Int32, _ sandbox: Sandbox) async throws {
        let before = try contents(of: sandbox.home)
        let photo = try sandbox.photo(seed: 1)
        for arguments in [
            ["submit", "--force", photo], ["list"], ["drain"], ["worker"],
            ["forget", "x", "--yes"],
        ] {
            let result = try await sandbox.run(arguments)
            #expect(result.exit == .status(status), "\(arguments): \(result)")
            #expect(result.errors.hasPrefix("headshot: "), "\(arguments): \(result.errors)")
            #expect(result.errors.contains(words), "\(arguments): \(result.errors)")
            #expect(result.errors.split(separator: "\n").count <= 2, "\(result.errors)")
            #expect(result.output.isEmpty)
        }
        #expect(try contents(of: sandbox.home) == before)
    }

    /// All files with their bytes, except for locks.
    private func contents(of home: String) throws -> [String: Data?] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: home)
            .filter { !$0.hasSuffix(".lock") }
        return Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, FileManager.default.contents(atPath: "\(home)/\($0)"))
            })
    }
}
