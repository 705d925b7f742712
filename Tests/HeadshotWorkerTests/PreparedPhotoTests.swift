import Decoding
import Foundation
import JobQueue
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

extension FileTests {
    /// A worker prepares a photo once, and remembers the newest.
    @Suite(.timeLimit(.minutes(10)))
    struct PreparedPhotoTests {
        private static let task = PictureTask.prepare(looks: false)

        @Test func `six jobs of a photo have it decoded once`() async throws {
            let preparer = Preparer(decoders: .built)
            let photo = try PhotoFixture.landscape()
            let person = try #require(Person("ann"))
            let reads = Observed(0)
            let replies = try await withThrowingTaskGroup(of: PictureReply?.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try await preparer.reply(to: Self.task, on: "photo", of: person) {
                            reads.update { $0 += 1 }
                            return photo
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reads.value == 1)
            #expect(replies.count == 6)
            #expect(replies.allSatisfy { $0 == replies[0] && $0?.picture != nil })
        }

        @Test func `a reply is for one task on one photo only`() async throws {
            let preparer = Preparer(decoders: .built)
            let photo = try PhotoFixture.landscape()
            let person = try #require(Person("ann"))
            let reads = Observed(0)
            let other = PictureTask.prepare(looks: true)
            for (task, name) in [(Self.task, "photo"), (other, "photo"), (Self.task, "another")] {
                _ = try await preparer.reply(to: task, on: name, of: person) {
                    reads.update { $0 += 1 }
                    return photo
                }
            }
            #expect(reads.value == 3)
        }

        @Test func `only the newest are remembered`() {
            let recent = Recent<Int>(most: 2)
            for number in 1...3 { recent["\(number)"] = number }
            recent["3"] = 4
            #expect(["1", "2", "3"].map { recent[$0] } == [nil, 2, 4])
        }
    }
}
