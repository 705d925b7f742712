import Foundation
import JobQueue
import ObjectStore
import TestSupport
import Testing

@testable import HeadshotWorker

/// What other processes see of the workers of a queue.
@Suite(.timeLimit(.minutes(10)))
struct WorkerRosterTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    private func worker(_ process: Int32, started: Date) -> LiveWorker {
        LiveWorker(command: "worker", host: "studio", process: process, started: started)
    }

    @Test func `each worker is shown with its jobs, those that began first before the others`()
        async throws
    {
        try await TestHome.with { test in
            let presence = FilePresence(folder: test.home.workers)
            let locks = try (0..<3).map { _ in try presence.begin(WorkerID(freshName())) }
            let (late, early) = (worker(7, started: now), worker(9, started: now - 60))
            try locks[0].publish(
                LiveProgress(worker: late, jobs: ["0123456789": JobProgress(phase: .saving)]))
            try locks[1].publish(LiveProgress(worker: early))
            let seen = try await WorkerRoster(presence).workers(now: Date())
            // An older program says nothing of itself.
            #expect(seen.map(\.introduction) == [nil, early, late])
            #expect(seen.map(\.id) == [locks[2].id, locks[1].id, locks[0].id])
            #expect(seen.map(\.jobs) == [0, 0, 1])
            #expect(seen.allSatisfy { $0.hangsSince == nil })
            _ = consume locks
        }
    }

    @Test func `a worker that has not looked for long is shown with the moment of its last look`()
        async throws
    {
        try await TestHome.with { test in
            let presence = FilePresence(folder: test.home.workers)
            let locks = try (0..<2).map { _ in try presence.begin(WorkerID(freshName())) }
            for (lock, age) in zip(locks, [60.0, 600]) {
                try FileManager.default.setAttributes(
                    [.modificationDate: now - age],
                    ofItemAtPath: "\(test.home.workers)/\(lock.id).lock")
            }
            let seen = try await WorkerRoster(presence).workers(now: now)
            let hanging = seen.filter { $0.hangsSince != nil }
            #expect(hanging.map(\.id) == [locks[1].id])
            #expect(hanging.first?.hangsSince == now - 600)
            _ = consume locks
        }
    }

    @Test func `a worker that waits for jobs says what it is`() async throws {
        try await TestHome.with { test in
            let introduction = worker(3, started: now)
            let board = ProgressBoard(worker: introduction)
            #expect(board.takeChanges() == LiveProgress(worker: introduction))
            #expect(board.takeChanges() == nil)
            board.publishAgain()
            #expect(board.takeChanges() == LiveProgress(worker: introduction))
            #expect(ProgressBoard().takeChanges() == nil)
        }
    }
}
