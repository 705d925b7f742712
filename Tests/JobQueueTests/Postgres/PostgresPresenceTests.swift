import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// Workers whose connections break, over a proxy: to the server, one that is taken away looks like a process that died.
@Suite(
    .needsPostgres,
    .timeLimit(.minutes(2)))
struct PostgresPresenceTests {
    /// One process's connection.
    private struct Process {
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
    private static let grace = PostgresHoldings.Grace(
        ofWorker: PostgresHoldings.Grace.usual.ofWorker, ofServer: .zero)

    private static func process(
        _ queue: TestQueue, through proxy: LoopbackProxy? = nil,
        grace: PostgresHoldings.Grace = grace
    ) throws -> Process {
        let place = try proxy.map { try queue.place(through: $0) } ?? queue.place
        return Process(
            hub: PostgresHub(
                try #require(place), format: Schema.current.format, grace: grace))
    }

    /// Gives a queue, a process beside it, and one whose connection a proxy can break.
    private func with(
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
    private func interrupt(_ process: Process, _ proxy: LoopbackProxy) async throws {
        let version = process.hub.version
        proxy.takeAway()
        proxy.putBack()
        // It counts what it may have missed.
        try await wait { process.hub.version > version && process.hub.isListening }
    }

    private func wait(until isTrue: () throws -> Bool) async throws {
        while try !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test("Twenty killed workers are dead within two seconds, and not before their grace is over")
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
            var killed: [WorkerID] = []
            while killed.count < ids.count {
                let begun = ContinuousClock.now
                killed = try observer.presence.killed()
                if !killed.isEmpty { #expect(ContinuousClock.now - start > Self.grace.ofWorker) }
                guard begun - start < .seconds(2) else { break }
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

    @Test("A right is kept over a broken connection")
    func keptRight() async throws {
        try await with { queue, one, other, proxy in
            let held = try #require(try other.presence.take(.drain))
            try await interrupt(other, proxy)
            #expect(try one.presence.take(.drain) == nil)
            withExtendedLifetime(held) {}
        }
    }

    @Test("What a process lets go of while the server is away is not taken again")
    func letGoWhileAway() async throws {
        try await with { queue, one, other, proxy in
            let bell = other.hub.bell()
            var held = try other.presence.take(.drain)
            var proof: (any ProofOfLife)? = try other.presence.begin(.fresh())
            let id = try #require(proof).id
            proxy.takeAway()
            try await wait { !bell.isWatching }
            #expect(held != nil)
            held = nil
            proof = nil
            // Comes after both.
            #expect(throws: JobQueueError.self) { try other.presence.living() }
            proxy.putBack()
            try await wait { bell.isWatching }
            #expect(try one.presence.take(.drain) != nil)
            try await wait { try one.life(of: id) == .killed }
        }
    }

    @Test(
        "Progress is told to other processes, also after the connection broke, and goes with its worker"
    )
    func progress() async throws {
        try await with { queue, one, other, proxy in
            let proof = try other.presence.begin(.fresh())
            for sent in [10, 20] {
                let progress = LiveProgress(jobs: [
                    "0123456789": JobProgress(phase: .uploading, sentBytes: sent, totalBytes: 20)
                ])
                try proof.publish(progress)
                try await wait { try one.presence.progress(of: [proof.id])[proof.id] == progress }
                #expect(try one.presence.progress(of: [.first]) == [:])
                try await interrupt(other, proxy)
            }
            proof.retire()
            #expect(try one.presence.progress(of: [proof.id]) == [:])
        }
    }

    @Test("A bell rings for changes after its connection broke, and for what may have been missed")
    func bell() async throws {
        try await with { queue, _, other, proxy in
            let bell = other.hub.bell()
            let version = other.hub.version
            proxy.takeAway()
            // A call that finds the server away does not end the attempts to come back.
            #expect(throws: JobQueueError.self) { try other.presence.living() }
            try await queue.submit()
            proxy.putBack()
            #expect(await bell.wait(for: .seconds(3600)))
            #expect(other.hub.version > version)
            let before = other.hub.version
            try await queue.submit()
            while other.hub.version == before {
                #expect(await bell.wait(for: .seconds(3600)))
            }
        }
    }

    @Test("A process is not woken twice by its own change")
    func echo() async throws {
        try await TestQueue.onServer { queue in
            let bell = queue.store.bell()
            let version = try await queue.store.dataVersion()
            try await queue.submit()
            #expect(await bell.wait(for: .seconds(3600)))
            // Another process's message comes after ours.
            let other = try queue.another()
            try await other.submit()
            #expect(await bell.wait(for: .seconds(3600)))
            #expect(try await queue.store.dataVersion() == version + 2)
            try other.store.close()
        }
    }

    @Test("The server notices within seconds that a machine was cut off")
    func keepalives() async throws {
        try await TestQueue.onServer { queue in
            let names = [
                "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count",
            ]
            let link = try queue.link()
            let seconds = try names.map { name in
                // What is set; on a socket of this machine, SHOW tells what holds, which is nothing.
                let row = try link.run(
                    "SELECT source FROM pg_settings WHERE name = ?", [.text(name)]
                ).rows.first
                return row?[0] as String?
            }
            #expect(seconds == Array(repeating: "session", count: names.count))
        }
    }
}
