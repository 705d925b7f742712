import Foundation
import Synchronization
import Testing

@testable import Validation

struct LaneQueueTests {
    @Test func `what runs at once never weighs more than the capacity`() async {
        let queue = LaneQueue(capacity: 4)
        for _ in 0..<4 { Thread { queue.serve() }.start() }
        let scales = Scales()
        await withTaskGroup { group in
            for index in 0..<400 {
                let weight = 1 + index % 5
                group.addTask { await Self.weigh(weight, in: queue, on: scales) }
            }
        }
        #expect((1...4).contains(scales.heaviest))
    }

    @Test func `work comes to its turn in the order of its arrival`() async {
        let queue = LaneQueue(capacity: 2)
        let journal = Journal()
        await withCheckedContinuation { continuation in
            for index in 0..<20 {
                queue.add(weight: 1 + index % 3) { _ in
                    journal.note(index)
                    if index == 19 { continuation.resume() }
                }
            }
            Thread { queue.serve() }.start()
        }
        #expect(journal.entries == Array(0..<20))
    }

    /// Puts `weight` on the scales for as long as its work runs.
    private static func weigh(_ weight: Int, in queue: LaneQueue, on scales: Scales) async {
        await withCheckedContinuation { continuation in
            queue.add(weight: weight) { _ in
                // What is heavier than the capacity counts as all of it.
                scales.add(min(weight, 4))
                scales.add(-min(weight, 4))
                continuation.resume()
            }
        }
    }
}

/// The sum of what lies on it, and the largest that it ever was.
private final class Scales: Sendable {
    private let state = Mutex((now: 0, heaviest: 0))

    var heaviest: Int { state.withLock { $0.heaviest } }

    func add(_ weight: Int) {
        state.withLock {
            $0.now += weight
            $0.heaviest = max($0.heaviest, $0.now)
        }
    }
}

/// What happened, in its order.
private final class Journal: Sendable {
    private let state = Mutex<[Int]>([])

    var entries: [Int] { state.withLock { $0 } }

    func note(_ entry: Int) {
        state.withLock { $0.append(entry) }
    }
}
