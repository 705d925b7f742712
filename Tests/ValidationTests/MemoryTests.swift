import Foundation
import TestSupport
import Testing
import Validation

@Suite(.serialized)
struct MemoryTests {
    @Test func `memory does not grow with the number of photos`() async throws {
        let photos = [
            try PhotoFixture.jpeg(width: 1600, height: 1200, noise: 30),
            try PhotoFixture.jpeg(width: 1600, height: 1200, orientation: 6, noise: 30),
            try PhotoFixture.png(width: 800, height: 600, alpha: true),
            PhotoFixture.truncated(try PhotoFixture.jpeg(width: 800, height: 600), to: 0.5),
        ]
        try await prepareAll(photos, rounds: 10)
        let early = try residentBytes()
        try await prepareAll(photos, rounds: 40)
        let late = try residentBytes()
        // One photo's pixels are 6 MB: 160 leaked ones would be a gigabyte, 160 inputs 150 MB.
        #expect(late < early + 40_000_000, "from \(early) to \(late) bytes")
    }

    /// Prepares each photo once a round, all photos of a round beside one another.
    private func prepareAll(_ photos: [Data], rounds: Int) async throws {
        for _ in 0..<rounds {
            try await withThrowingTaskGroup { group in
                for photo in photos {
                    group.addTask { _ = try await PhotoPreparer().prepare(photo) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// The second number of `statm`: the resident pages of this process.
    private func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = try #require(Int(text.split(separator: " ")[1]))
        return pages * 4096
    }
}
