import Foundation
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

/// The rights and the bells of processes whose connections break.
extension PostgresPresenceTests {
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
            let version = try await queue.store.engine.dataVersion()
            try await queue.submit()
            #expect(await bell.wait(for: .seconds(3600)))
            // Another process's message comes after ours.
            let other = try queue.another()
            try await other.submit()
            #expect(await bell.wait(for: .seconds(3600)))
            #expect(try await queue.store.engine.dataVersion() == version + 2)
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
