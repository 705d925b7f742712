import Foundation
import Ground
import TestSupport
import Testing

/// What a worker keeps of the photos that went through it.
@Suite(.timeLimit(.minutes(10)))
struct MemoryTests {
    @Test func `the memory of a worker does not grow with the number of photos`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let photos = [
                "upright.jpg": try PhotoFixture.jpeg(width: 1600, height: 1200, noise: 30),
                "turned.jpg": try PhotoFixture.jpeg(
                    width: 1600, height: 1200, orientation: 6, noise: 30),
                "clear.png": try PhotoFixture.png(width: 800, height: 600, alpha: true),
            ]
            for (name, photo) in photos {
                try photo.write(to: URL(filePath: "\(sandbox.folder)/\(name)"))
            }
            try await sandbox.running(["worker"]) { worker in
                try await makeHeadshots(of: photos.keys.sorted(), people: 0..<4, sandbox)
                let early = try residentBytes(of: worker.processID)
                try await makeHeadshots(of: photos.keys.sorted(), people: 4..<20, sandbox)
                let late = try residentBytes(of: worker.processID)
                // One photo's pixels are 6 MB: 48 leaked ones would be near 300 MB.
                #expect(late < early + 40_000_000, "from \(early) to \(late) bytes")
            }
        }
    }

    /// Lets the worker make a headshot of each photo for each person.
    private func makeHeadshots(
        of photos: [String], people: Range<Int>, _ sandbox: Sandbox
    ) async throws {
        for person in people {
            let jobs = try await sandbox.submit(photos + ["--person", "\(person)", "--wait"])
            #expect(jobs.count == photos.count)
        }
    }

    /// The second number of `statm`: the resident pages of a process.
    private func residentBytes(of process: Int32) throws -> Int {
        let text = try #require(Descriptor.kernelText("/proc/\(process)/statm"))
        let pages = try #require(Int(text.split(separator: " ")[1]))
        return pages * 4096
    }
}
