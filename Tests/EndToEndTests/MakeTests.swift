import Foundation
import TestSupport
import Testing

/// A headshot in one command.
@Suite(.timeLimit(.minutes(10)))
struct MakeTests {
    @Test func `a headshot is made on this machine, free, and its path is the answer`() async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            let made = try await sandbox.run("make", sandbox.face())
            #expect(made.exit == .status(0), "\(made.errors)")
            let paths = made.output.split(separator: "\n").map(String.init)
            let path = try #require(paths.first)
            #expect(paths.count == 1)
            #expect(FileManager.default.fileExists(atPath: path))
            #expect(path.hasPrefix(sandbox.results))
            // A key is set, and is not used unless it is asked for.
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await sandbox.jobs().map(\.state) == ["succeeded"])
        }
    }

    @Test(.needs("exiftool (make setup-shells)") { ExifTool.isInstalled })
    func `a headshot that was made on this machine says so in its metadata`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let made = try await sandbox.run("make", sandbox.face(), "--backdrop", "own")
            #expect(made.exit == .status(0), "\(made.errors)")
            let path = made.output.trimmingCharacters(in: .newlines)
            #expect(
                try await ExifTool.digitalSource(of: path)
                    == "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced")
        }
    }

    @Test func `only its own jobs are done, and no other is paid for`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            let other = try await sandbox.submitOne()
            let free = try #require(
                try await sandbox.submit([sandbox.face(), "--provider", "local"]).first)
            let made = try await sandbox.run(
                "make", sandbox.photo(seed: 2), "--force", "--provider", "gemini", "--json")
            #expect(made.exit == .status(0), "\(made.errors)")
            #expect(made.output.contains(#""state" : "succeeded""#))
            #expect(made.errors.contains("$"), "its price is said")
            #expect(try await sandbox.job(other).state == "waiting")
            #expect(try await sandbox.job(free).state == "waiting")
            #expect(try await emulator.ledger().count == 1)
            #expect(try await sandbox.drain() == 0)
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test func `beside a worker each job is made once, and the queue's limits hold`() async throws {
        try await Sandbox.withEmulator { sandbox, emulator in
            try await sandbox.running(["worker", "--daily-cap", "1"]) { worker in
                _ = try await worker.waitForErrors("worker started")
                let made = try await sandbox.run(
                    "make", sandbox.photo(), "--force", "--provider", "gemini")
                #expect(made.exit == .status(0), "\(made.errors)")
                #expect(try await emulator.ledger().count == 1)
                let capped = try await sandbox.run(
                    "make", sandbox.photo(seed: 1), "--force", "--provider", "gemini")
                #expect(capped.exit == .status(75))
                #expect(capped.output.isEmpty)
                #expect(capped.errors.contains("used"))
                #expect(try await emulator.ledger().count == 1)
            }
        }
    }

    @Test(arguments: [
        ["make", "photo-1.jpg", "--force", "--provider", "gemini"], ["drain", "--max-jobs", "1"],
    ])
    func `it waits neither for another make nor for a drain that ends, and both end`(
        other: [String]
    ) async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            _ = try sandbox.photo(seed: 1)
            if other.first == "drain" { _ = try await sandbox.submitOne() }
            try await sandbox.running(other) { first in
                // From here on it is busy with its only job, until it is released.
                try await emulator.waitForRequests(atLeast: 1)
                let made = try await sandbox.run("make", sandbox.face())
                #expect(made.exit == .status(0), "\(made.errors)")
                try await emulator.release()
                #expect(try await first.waitForExit() == .status(0))
            }
            #expect(try await sandbox.jobs().map(\.state) == ["succeeded", "succeeded"])
        }
    }

    @Test func `a job that another worker has is waited for, and made once`() async throws {
        try await Sandbox.withEmulator(answer: "hold") { sandbox, emulator in
            try sandbox.folder("team", photos: ["a.jpg": 1])
            let order = ["team", "--force", "--provider", "gemini"]
            _ = try await sandbox.submit(order)
            try await sandbox.running(["worker"]) { _ in
                try await emulator.waitForRequests(atLeast: 1)
                try await sandbox.running(["make"] + order) { make in
                    _ = try await make.waitForErrors("Another worker has 1 job of these")
                    try await emulator.release()
                    #expect(try await make.waitForExit() == .status(0))
                }
            }
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test func `a refused photo does not stop the others, and more than the limit is not spent`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            try Data("not a photo".utf8).write(to: URL(filePath: "\(sandbox.folder)/no.jpg"))
            let made = try await sandbox.run("make", "no.jpg", sandbox.face())
            #expect(made.exit == .status(65))
            #expect(made.output.split(separator: "\n").count == 1)
            #expect(made.errors.contains("no.jpg"))
            let dear = try await sandbox.run(
                "make", sandbox.photo(seed: 1), "--force", "--provider", "gemini", "--max-cost",
                "0.001")
            #expect(dear.exit == .status(75))
            #expect(try await emulator.ledger().isEmpty)
            #expect(try await sandbox.jobs().count == 1)
        }
    }
}
