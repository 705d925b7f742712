import Foundation
import Testing

@testable import JobQueue

/// The one function that changes a job's state.
@Suite(.timeLimit(.minutes(10)))
struct TransitionTests {
    private static let all = JobState.allCases.flatMap { state in
        JobState.allCases.map { (state, $0) }
    }

    @Test func `docs/job-lifecycle.md draws the transitions of the table, and no others`() throws {
        let page = URL(filePath: #filePath)
            .appending(path: "../../../docs/job-lifecycle.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let drawn = text.matches(of: /(?m)^    (\w+) --> (\w+)/).map { "\($0.1) --> \($0.2)" }
        let known = Self.all.filter { $0.0.next.contains($0.1) }.map { from, to in
            "\(from.rawValue) --> \(to.rawValue)"
        }
        #expect(Set(drawn) == Set(known))
    }

    /// Tries to change the state of a job that waits.
    private func change(
        _ id: JobID, from states: [JobState], to state: JobState, in queue: TestQueue
    ) async throws -> Bool {
        let hold = JobStore.Hold(worker: .first, token: "token", phase: .preparing, attempts: 1)
        return try await queue.store.write { tx in
            try JobStore.transition(
                .found(id), from: states, to: state, reason: "tried",
                hold: state == .running ? hold : nil,
                outcome: state == .succeeded ? "{}" : nil, now: queue.now, tx)
        }
    }

    @Test func `a transition that the table does not have is refused, and changes nothing`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let before = try await queue.job(id)
            for (from, to) in Self.all where !from.next.contains(to) {
                await #expect(throws: JobQueueError.self) {
                    _ = try await change(id, from: [from], to: to, in: queue)
                }
            }
            #expect(try await queue.job(id) == before)
        }
    }

    @Test func `a job that is in none of the states is not changed`() async throws {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let before = try await queue.job(id)
            #expect(try await !change(id, from: [.uncertain], to: .cancelled, in: queue))
            #expect(try await queue.job(id) == before)
            #expect(try await change(id, from: [.waiting], to: .cancelled, in: queue))
            #expect(try await queue.job(id).reason == "tried")
        }
    }

    @Test func `a job that runs no more has no holder, and a job that goes on has no end`()
        async throws
    {
        try await TestQueue.with { queue in
            let id = try await queue.submit()
            let charge = try await queue.charge(queue.take(.first))
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let uncertain = try await queue.job(id)
            #expect(uncertain.owner == nil && uncertain.phase == nil)
            #expect(uncertain.ended == queue.now)
            let answer = SpooledAnswer(job: id, charge: charge.id)
            _ = try await queue.store.recover(from: [], spooled: [answer], now: queue.now)
            let waiting = try await queue.job(id)
            #expect(waiting.state == .waiting)
            #expect(waiting.ended == nil)
        }
    }
}
