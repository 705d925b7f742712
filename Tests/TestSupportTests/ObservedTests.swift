import Foundation
import Synchronization
import TestSupport
import Testing

/// What tests wait with.
@Suite(.timeLimit(.minutes(10)))
struct ObservedTests {
    @Test func `a task that is cancelled just as its value changes ends`() async throws {
        let turn = Atomic(0)
        for round in 1...5000 {
            let value = Observed(0)
            let task = Task { _ = try? await value.wait { $0 > 0 ? $0 : nil } }
            // Lets it begin to wait.
            for _ in 0..<20 { await Task.yield() }
            Thread.detachNewThread {
                while turn.load(ordering: .acquiring) < round {}
                value.update { $0 = 1 }
            }
            turn.store(round, ordering: .releasing)
            task.cancel()
            await task.value
        }
    }
}
