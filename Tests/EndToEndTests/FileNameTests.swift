import Foundation
import Glibc
import Ground
import TestSupport
import Testing

/// Names of files as other systems leave them, from the command line to what is printed.
@Suite(.timeLimit(.minutes(10)))
struct FileNameTests {
    @Test(arguments: ["team", "--from-file list -0", "--from-file lines", "team/caf\u{E9}.jpg"])
    func `a name that is not UTF-8 is taken as it is, and printed readably`(
        arguments: String
    ) async throws {
        try await Sandbox.offline { sandbox in
            let name: [UInt8] = Array("team/caf".utf8) + [0xE9] + Array(".jpg".utf8)
            try sandbox.folder("team", photos: ["innocent.jpg": 1])
            try write(PhotoFixture.landscape(), to: name, in: sandbox)
            try write(
                Data(name + [0] + "team/innocent.jpg\0".utf8), to: Array("list".utf8), in: sandbox)
            try write(
                Data(name + [10] + "team/innocent.jpg\n".utf8), to: Array("lines".utf8), in: sandbox
            )
            // A shell of its own hands the argument over byte by byte.
            let typed =
                arguments.hasPrefix("-") || arguments == "team"
                ? arguments : "team/innocent.jpg \"$(printf 'team/caf\\351.jpg')\""
            for command in ["submit --force", "analyze"] {
                let result = try await sandbox.shell("\"$headshot\" \(command) --json \(typed)")
                #expect(!result.errors.contains("Passed over"), "\(result.errors)")
                #expect(result.output.contains(#"caf\\xe9.jpg"#), "\(result.output)")
                #expect(result.output.contains("innocent.jpg"))
            }
            #expect(try await sandbox.jobs().count == 2)
            let list = try await sandbox.run("list")
            #expect(list.output.contains(#"caf\xe9.jpg"#), "\(list.output)")
        }
    }

    @Test func `one person's id is one person however its accents are written`() async throws {
        try await Sandbox.offline { sandbox in
            let (composed, decomposed) = ("Zo\u{EB}", "Zoe\u{308}")
            try sandbox.folder("team", photos: ["\(composed).jpg": 1, "Ben.jpg": 2])
            try sandbox.folder("mac", photos: ["\(decomposed).jpg": 3])
            for folder in ["team", "mac"] {
                _ = try await sandbox.submit([folder, "--person-from-file-name"])
            }
            for (seed, name) in [composed, decomposed].enumerated() {
                _ = try await sandbox.submit([sandbox.photo(seed: seed), "--person", name])
            }
            let persons = try await sandbox.jobs().map { Array($0.person.utf8) }
            #expect(Set(persons) == [Array(composed.utf8), Array("Ben".utf8)])
            for name in [composed, decomposed] {
                let list = try await sandbox.run("list", "--csv", "--person", name)
                #expect(list.output.split(separator: "\r\n").count == 5, "\(list.output)")
            }
        }
    }

    @Test func `a folder says how many links and others it leaves out, and why`() async throws {
        try await Sandbox.offline { sandbox in
            try sandbox.folder("team", photos: ["a.jpg": 1])
            for number in 1...7 {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(sandbox.folder)/team/link-\(number)", withDestinationPath: "a.jpg")
            }
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.folder)/team/more", withIntermediateDirectories: false)
            try sandbox.write("no photo", to: "team/notes.jpg")
            let result = try await sandbox.run("submit", "--force", "team")
            #expect(result.exit == .status(0))
            for words in [
                "since they are links (7): link-1, link-2, link-3, link-4, link-5 and 2 more. Name",
                "since they are folders: more. --recursive takes",
                "since they are not photos: notes.jpg.",
            ] {
                #expect(result.errors.contains(words), "\(result.errors)")
            }
            #expect(try await sandbox.jobs().count == 1)
        }
    }

    private func write(_ bytes: Data, to name: [UInt8], in sandbox: Sandbox) throws {
        let path = (Array("\(sandbox.folder)/".utf8) + name + [0]).map { CChar(bitPattern: $0) }
        let file = unsafe open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        #expect(Descriptor.write(bytes, to: file))
        close(file)
    }
}
