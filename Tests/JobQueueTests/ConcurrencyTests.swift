import Foundation
import JobQueue
import Testing

@testable import Companion

@Suite(.timeLimit(.minutes(10)), .serialized)
struct ConcurrencyTests {
    @Test(.timeLimit(.minutes(10)))
    func `four stores claim while eight tasks submit: no job is lost, none is taken twice`()
        async throws
    {
        try await TestQueue.with { queue in
            let submitters = 8
            let each = 30
            let wanted = submitters * each
            var submitted: Set<JobID> = []
            var claimed: [JobID] = []
            try await withThrowingTaskGroup(of: Work.self) { group in
                for _ in 0..<submitters {
                    group.addTask { .submitted(try await submit(each, to: queue)) }
                }
                for _ in 0..<4 {
                    group.addTask {
                        .claimed(try await claimAll(of: wanted, from: queue))
                    }
                }
                for try await work in group {
                    switch work {
                    case .submitted(let ids): submitted.formUnion(ids)
                    case .claimed(let ids): claimed += ids
                    }
                }
            }
            #expect(submitted.count == wanted)
            #expect(claimed.count == wanted)
            #expect(Set(claimed) == submitted)
            #expect(try await queue.store.counts() == [.succeeded: wanted])
            if queue.schema == nil {
                #expect(try await queue.store.files().integrityProblems() == [])
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `four stores together never pass the cap`() async throws {
        try await TestQueue.with { queue in
            for _ in 0..<40 { try await queue.submit() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await chargeAll(queue) }
                }
                try await group.waitForAll()
            }
            let usage = try await queue.store.usage(cap: .ten, now: queue.now)
            #expect(usage[.anna]?.usedToday == 10)
            #expect(try await queue.store.waiting() == [.dailyCap: 30])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a job and its charges are read as of one moment`() async throws {
        try await TestQueue.with { queue in
            var ids: [JobID] = []
            for _ in 0..<50 { ids.append(try await queue.submit(.known("p\(ids.count)"))) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await chargeAll(queue) }
                for id in ids {
                    while true {
                        guard let found = try await queue.store.job(id) else { break }
                        if found.job.phase == .uploading {
                            #expect(found.charges.map(\.state) == [.started])
                        }
                        if found.job.state == .succeeded { break }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private enum Work: Sendable {
        case submitted([JobID])
        case claimed([JobID])
    }

    private func submit(_ count: Int, to queue: TestQueue) async throws -> [JobID] {
        let store = try queue.another().store
        var ids: [JobID] = []
        for _ in 0..<count {
            let submissions = try await store.submit([.some()], now: TestQueue.now)
            ids += submissions.map(\.id)
        }
        try store.close()
        return ids
    }

    /// Claims and ends jobs until all of them have ended, whoever ended them.
    private func claimAll(of wanted: Int, from queue: TestQueue) async throws -> [JobID] {
        let queue = try queue.another()
        let worker = WorkerID.fresh()
        let bell = queue.store.bell()
        var ids: [JobID] = []
        while try await queue.store.counts()[.succeeded, default: 0] < wanted {
            guard let claim = try await queue.claim(worker).claim else {
                // It may have rung before; then the next look finds what is new.
                await bell.wait(for: .seconds(1))
                continue
            }
            let written = try await queue.store.settle(
                claim, Settlement(job: .done), now: queue.now)
            #expect(written == .done)
            ids.append(claim.job.id)
        }
        try queue.store.close()
        return ids
    }

    /// Claims, charges and ends jobs until none is due.
    private func chargeAll(_ queue: TestQueue) async throws {
        let queue = try queue.another()
        let worker = WorkerID.fresh()
        while let claim = try await queue.claim(worker).claim {
            guard let charge = try await queue.startCharge(claim).charge else { continue }
            let paid = ChargeEnd(id: charge.id, state: .paid)
            try await queue.store.settle(
                claim, Settlement(job: .done, charge: paid), now: queue.now)
        }
        try queue.store.close()
    }
}
