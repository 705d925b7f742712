import Foundation
import TestSupport
import Testing

/// A file that belongs to no job, damaged before a drain: it is named, and no job is lost over it.
@Suite(.timeLimit(.minutes(10)))
struct UnreadableHomeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// The file, in the sandbox.
        let path: String
        /// How a drain ends when the file is empty, truncated, another program's, and a folder.
        let ends: [Int32]
        /// What names it.
        var words = ""

        var testDescription: String { path }
    }

    static let cases = [
        Case(path: "home/queue.lock", ends: [0, 0, 0, 74], words: "queue.lock"),
        Case(path: "home/drain.lock", ends: [0, 0, 0, 74], words: "drain.lock"),
        Case(path: "home/workers/7pvrbfd50k.lock", ends: [0, 0, 0, 0]),
        Case(path: "home/queue-move.lock", ends: [0, 0, 0, 0]),
        // A damaged mark still says that there was a move.
        Case(path: "home/queue-move.json", ends: [78, 78, 78, 74], words: "/home"),
        Case(path: "prompts/headshot.txt", ends: [78, 78, 78, 78], words: "headshot.txt"),
        Case(path: "headshot.conf", ends: [0, 78, 78, 78], words: "headshot.conf"),
    ]

    @Test(arguments: cases)
    func `a damaged file that is no job's is named, and the jobs go on without the damage`(
        trial: Case
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            var sandbox = sandbox
            let files = FileManager.default
            try files.copyItem(
                atPath: "\(repository)/prompts", toPath: "\(sandbox.folder)/prompts")
            try sandbox.write("HEADSHOT_DAILY_CAP=9\n", to: "headshot.conf")
            sandbox.variables["HEADSHOT_PROMPTS"] = "\(sandbox.folder)/prompts"
            sandbox.variables["HEADSHOT_CONFIG"] = "\(sandbox.folder)/headshot.conf"
            let path = "\(sandbox.folder)/\(trial.path)"
            for (number, end) in trial.ends.enumerated() {
                let id = try #require(try await sandbox.submit([sandbox.photo(seed: number)]).first)
                let whole = files.contents(atPath: path)
                try? files.removeItem(atPath: path)
                if let bytes = damaged(whole, number) {
                    try bytes.write(to: URL(filePath: path))
                } else {
                    try files.createDirectory(
                        atPath: path, withIntermediateDirectories: false)
                }
                let drain = try await sandbox.run("drain")
                #expect(drain.exit == .status(end), "\(number): \(drain)")
                if end != 0 { #expect(drain.errors.contains(trial.words), "\(drain.errors)") }
                try? files.removeItem(atPath: path)
                try whole?.write(to: URL(filePath: path))
                #expect(try await sandbox.drain() == 0)
                #expect(try await sandbox.job(id).state == "succeeded", "\(number)")
            }
            #expect(try await emulator.ledger().count == trial.ends.count)
        }
    }

    /// What is left of a file; `nil` for a folder in its place.
    private func damaged(_ bytes: Data?, _ number: Int) -> Data? {
        let bytes = bytes ?? Data("{\"note\":1}".utf8)
        return switch number {
        case 0: Data()
        case 1: bytes.prefix(bytes.count / 2)
        case 2: Data("#!/bin/sh\nexit 1\n".utf8)
        default: nil
        }
    }
}
