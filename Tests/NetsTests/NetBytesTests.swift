import Foundation
import Nets
import TestSupport
import Testing

@Suite(.needs("the models: 'make setup-models'", where: { Models.areThere }))
struct NetBytesTests {
    private static let folder = Models.tests.appending(path: "../../models").path

    @Test func `the files that the scripts fetch are those that are opened`() throws {
        let bytes = try NetBytes(folder: Self.folder)
        #expect(throws: Never.self) { try Nets(bytes) }
        #expect(NetBytes(joined: bytes.joined) == bytes)
    }

    @Test func `a file in which one bit differs is not opened`() throws {
        let bytes = try NetBytes(folder: Self.folder).joined
        for place in [0, 300_000, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            #expect(NetBytes(joined: changed) == nil)
        }
        #expect(NetBytes(joined: bytes.dropLast()) == nil)
    }

    @Test func `a folder without a file says which, and one with another in its place says where`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let names = NetFile.allCases.map(\.name)
            #expect(throws: NetsError.missing(folder: folder, names: names)) {
                try NetBytes(folder: folder)
            }
            for name in names {
                try FileManager.default.copyItem(
                    atPath: "\(Self.folder)/\(name)", toPath: "\(folder)/\(name)")
            }
            let mesh = "\(folder)/\(NetFile.mesh.name)"
            try FileManager.default.removeItem(atPath: mesh)
            try FileManager.default.copyItem(
                atPath: "\(Self.folder)/\(NetFile.detector.name)", toPath: mesh)
            #expect(throws: NetsError.wrong(path: mesh)) { try NetBytes(folder: folder) }
        }
    }
}

/// What lies in place of a model, without the models themselves.
@Suite(.timeLimit(.minutes(10)))
struct NetFolderTests {
    /// What somebody may have put there, as a command that makes it at `$1`.
    @Test(arguments: [
        "mkfifo \"$1\"", "mkdir \"$1\"", "truncate -s 1T \"$1\"", ": > \"$1\"",
        "ln -s /dev/zero \"$1\"", "ln -s /dev/full \"$1\"",
    ])
    func `what is no model is told, and nothing waits for it`(command: String) async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/\(NetFile.allCases[0].name)"
            let made = try await Program(path: "/bin/sh").run(["-c", command, "sh", path])
            #expect(made.exit == .status(0), "\(made.errors)")
            #expect(throws: NetsError.wrong(path: path)) { try NetBytes(folder: folder) }
        }
    }

    @Test func `a link to nothing is a missing model`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/\(NetFile.allCases[0].name)"
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: "/nowhere")
            let names = NetFile.allCases.map(\.name)
            #expect(throws: NetsError.missing(folder: folder, names: names)) {
                try NetBytes(folder: folder)
            }
        }
    }
}
