import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)))
struct WaitingTests {
    @Test func `waiting jobs are counted by reason, of all or of one provider`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit(.anna)
            try await queue.submit(.anna, notBefore: queue.now + 60)
            try await queue.submit(.bert)
            #expect(try await queue.store.waiting() == [.new: 2, .scheduled: 1])
            try await queue.submit(.bert, provider: "local")
            #expect(try await queue.store.waiting(provider: "gemini") == [.new: 2, .scheduled: 1])
            #expect(try await queue.store.waiting(provider: "local") == [.new: 1])
            try await queue.take()
            #expect(try await queue.store.waiting(provider: "gemini") == [.new: 1, .scheduled: 1])
            #expect(try await queue.store.waiting(provider: "openai") == [:])
        }
    }
}
