import Foundation
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// Workers whose connections break, over a proxy: to the server, one that is taken away looks like a process that died.
///
/// One test after another: they are about seconds, and each has many connections made at once.
@Suite(
    .needsPostgres, .serialized,
    .timeLimit(.minutes(10)))
struct PostgresPresenceTests {
    /// One process's connection.
    struct Process {
        let hub: PostgresHub
        var presence: PostgresPresence { PostgresPresence(hub: hub) }

        func life(of id: WorkerID) throws -> WorkerLife? { try presence.lives(of: [id])[id] }

        /// Whether a worker's lock has been found free.
        func isMissing(_ id: WorkerID) throws -> Bool {
            _ = try life(of: id)
            return try hub.use { link, _ in
                try link.run(
                    "SELECT missing_since IS NOT NULL FROM worker WHERE id = ?",
                    [.text(id.rawValue)]
                ).rows.first?[0] ?? false
            }
        }
    }

    /// The server of tests may have started just now.
    static let grace = PostgresHoldings.Grace(
        ofWorker: PostgresHoldings.Grace.usual.ofWorker, ofServer: .zero)

    static func process(
        _ queue: TestQueue, through proxy: LoopbackProxy? = nil, patience: Duration = .zero,
        grace: PostgresHoldings.Grace = grace
    ) throws -> Process {
        let place = try proxy.map { try queue.place(through: $0) } ?? queue.place
        return Process(
            hub: PostgresHub(
                try #require(place), schema: .current, patience: patience,
                grace: grace))
    }

    /// Gives a queue, a process beside it, and one whose connection a proxy can break.
    func with(
        _ body: (TestQueue, _ one: Process, _ other: Process, LoopbackProxy) async throws -> Void
    ) async throws {
        try await TestQueue.onServer { queue in
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            let one = try Self.process(queue)
            let other = try Self.process(queue, through: proxy)
            try await body(queue, one, other, proxy)
            one.hub.close()
            other.hub.close()
        }
    }

    /// Breaks a process's connection, and waits until it is back.
    func interrupt(_ process: Process, _ proxy: LoopbackProxy) async throws {
        let version = process.hub.version
        proxy.takeAway()
        proxy.putBack()
        // It counts what it may have missed.
        try await wait { process.hub.version > version && process.hub.isListening }
    }

    func wait(until isTrue: () throws -> Bool) async throws {
        while try !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test(
        "A worker begins once, though its first connections break",
        arguments: ["LISTEN", "INSERT INTO worker", "pg_advisory_lock"],
        LoopbackProxy.Cut.allCases)
    func begins(words: String, cut: LoopbackProxy.Cut) async throws {
        try await with { queue, one, _, proxy in
            let process = try Self.process(queue, through: proxy, patience: .seconds(60))
            for _ in 0..<2 { proxy.cut(cut, at: words) }
            let proof = try process.presence.begin(.fresh())
            #expect(proxy.cutsLeft == 0)
            #expect(try one.presence.living() == [proof.id])
            process.hub.close()
        }
    }

    @Test("Twenty killed workers are dead as soon as their grace is over, and not before")
    func killed() async throws {
        try await TestQueue.onServer { queue in
            let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
            let workers = try (0..<20).map { _ in
                let process = try Self.process(queue, through: proxy)
                return (process, try process.presence.begin(.fresh()))
            }
            let observer = try Self.process(queue)
            let ids = Set(workers.map(\.1.id))
            #expect(Set(try observer.presence.living()) == ids)
            proxy.takeAway()
            let start = ContinuousClock.now
            var missing: ContinuousClock.Instant?
            var killed: [WorkerID] = []
            while killed.count < ids.count {
                let begun = ContinuousClock.now
                let lives = try observer.presence.lives(of: Array(ids))
                killed = lives.filter { $0.value == .killed }.map(\.key)
                if !killed.isEmpty { #expect(ContinuousClock.now - start > Self.grace.ofWorker) }
                // A look that begins so late has to find them all.
                if let missing, begun - missing > Self.grace.ofWorker { break }
                if missing == nil, !lives.values.contains(.alive) { missing = .now }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(Set(killed) == ids)
            #expect(try observer.presence.living() == [])
            observer.hub.close()
            for (process, _) in workers { process.hub.close() }
        }
    }

    @Test("After the server's start, nobody is taken for dead until its own grace is over")
    func graceOfServer() async throws {
        try await with { queue, one, other, proxy in
            let proof = try other.presence.begin(.fresh())
            var long = Self.grace
            long.ofServer = .seconds(3600 * 24)
            let patient = try Self.process(queue, grace: long)
            proxy.takeAway()
            try await wait { try one.life(of: proof.id) == .killed }
            #expect(try patient.life(of: proof.id) == .missing)
            patient.hub.close()
        }
    }

    @Test("On a server that took another's place, nobody is taken for dead until the grace is over")
    func graceOfAnotherServer() async throws {
        try await with { queue, one, other, proxy in
            let proof = try other.presence.begin(.fresh())
            proxy.takeAway()
            try await wait { try one.life(of: proof.id) == .killed }
            try await queue.store.demandReconciling()
            #expect(try one.life(of: proof.id) == .missing)
            _ = try await queue.store.learn([])
            #expect(try one.life(of: proof.id) == .killed)
            let link = try queue.link()
            var holdings = PostgresHoldings(
                grace: Self.grace, owners: Schema.current.owners)
            try holdings.takeAgain(link)
            for (known, life) in [("now() + interval '1 h'", .missing), ("now()", .killed)]
                as [(String, WorkerLife)]
            {
                _ = try link.run("UPDATE meta SET known_since = \(known)")
                #expect(try holdings.lives(link)[proof.id] == life)
            }
        }
    }

    @Test("A worker whose connection breaks comes back, and nobody has taken it for dead")
    func comesBack() async throws {
        try await with { queue, one, other, proxy in
            let proof = try other.presence.begin(.fresh())
            for _ in 0..<3 {
                let version = other.hub.version
                proxy.takeAway()
                // Somebody sees that its lock is free.
                try await wait { try one.isMissing(proof.id) }
                proxy.putBack()
                try await wait { other.hub.version > version }
                let end = ContinuousClock.now + Self.grace.ofWorker * 1.5
                while ContinuousClock.now < end {
                    #expect(try one.life(of: proof.id) == .alive)
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            #expect(!proof.isOver)
        }
    }

    @Test("A worker that was away for longer, and was swept, is over and never comes back")
    func swept() async throws {
        try await with { queue, one, other, proxy in
            let proof = try other.presence.begin(.fresh())
            proxy.takeAway()
            try await wait { try one.presence.killed() == [proof.id] }
            #expect(!proof.isOver)
            try one.presence.sweep(killed: [proof.id])
            proxy.putBack()
            try await wait { proof.isOver }
            #expect(try one.life(of: proof.id) == .ended)
            #expect(try one.presence.living() == [])
            // The process itself may go on under another id.
            let next = try other.presence.begin(.fresh())
            #expect(try one.life(of: next.id) == .alive)
        }
    }

    @Test("A worker that comes back just before it is swept stays")
    func sweptTooLate() async throws {
        try await with { queue, one, other, proxy in
            let proof = try other.presence.begin(.fresh())
            proxy.takeAway()
            try await wait { try one.presence.killed() == [proof.id] }
            proxy.putBack()
            try await wait { try one.life(of: proof.id) == .alive }
            try one.presence.sweep(killed: [proof.id])
            #expect(try one.life(of: proof.id) == .alive)
            #expect(!proof.isOver)
        }
    }

    @Test("A killed worker that holds jobs is not swept before they are taken back")
    func sweptWithJobs() async throws {
        try await with { queue, one, other, proxy in
            let proof = try other.presence.begin(.fresh())
            try await queue.submit()
            try await queue.take(proof.id)
            proxy.takeAway()
            try await wait { try one.presence.killed() == [proof.id] }
            try one.presence.sweep(killed: [proof.id])
            #expect(try one.life(of: proof.id) == .killed)
            _ = try await queue.store.recover(from: [proof.id], spooled: [], now: queue.now)
            try one.presence.sweep(killed: [proof.id])
            #expect(try one.life(of: proof.id) == .ended)
        }
    }

    @Test("Workers that begin, end and come back while others look are never taken for dead")
    func looks() async throws {
        try await with { queue, one, other, proxy in
            let third = try Self.process(queue)
            let stop = Flag()
            // A busy machine may keep a process away for longer than the grace of its workers.
            var late: Set<WorkerID> = []
            let killed = try await withThrowingTaskGroup(of: Set<WorkerID>.self) { group in
                for process in [one, third] {
                    group.addTask {
                        var killed: Set<WorkerID> = []
                        while !stop.isRaised {
                            killed.formUnion(try process.presence.killed())
                            await Task.yield()
                        }
                        return killed
                    }
                }
                for round in 0..<40 {
                    let proof = try other.presence.begin(.fresh())
                    if round % 4 == 0 {
                        let start = ContinuousClock.now
                        try await interrupt(other, proxy)
                        if .now - start >= Self.grace.ofWorker { late.insert(proof.id) }
                    }
                    #expect(!proof.isOver)
                    proof.retire()
                    #expect(try other.life(of: proof.id) == .ended)
                }
                stop.raise()
                return try await group.reduce(into: Set()) { $0.formUnion($1) }
            }
            #expect(killed.subtracting(late) == [])
            third.hub.close()
        }
    }

    @Test(
        "One process has a right, until it gives it back or dies",
        arguments: [QueueRight.drain, .courier])
    func rights(right: QueueRight) async throws {
        try await with { queue, one, other, proxy in
            do {
                let held = try #require(try other.presence.take(right))
                #expect(try one.presence.take(right) == nil)
                #expect(try other.presence.take(right) == nil)
                _ = consume held
            }
            try await wait { try one.presence.take(right) != nil }
            var held = try other.presence.take(right)
            try await wait {
                if held == nil { held = try other.presence.take(right) }
                return held != nil
            }
            proxy.takeAway()
            var taken: (any HeldRight)?
            try await wait {
                taken = try one.presence.take(right)
                return taken != nil
            }
            // It hears of its loss when it is back.
            #expect(try #require(held).isHeld)
            proxy.putBack()
            try await wait { try !#require(held).isHeld }
            #expect(try #require(taken).isHeld)
        }
    }
}
