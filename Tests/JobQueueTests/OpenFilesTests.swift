import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// A home that is replaced, restored or removed under a process that has its queue open.
@Suite(.timeLimit(.minutes(10)))
struct OpenFilesTests {
    /// What happens to a home, by its path.
    struct Harm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String

        init(_ description: String, _ script: String) {
            testDescription = description
            self.script = script
        }
    }

    static let harms = [
        Harm("the home is replaced by its copy", "cp -a $1 $1.c; rm -r $1; mv $1.c $1"),
        Harm("the home is moved away", "mv $1 $1.c"),
        Harm("the home is removed", "rm -r $1"),
        Harm("the home is removed and made anew", "rm -r $1; mkdir -m 700 $1"),
        Harm("another home takes its name", "mv $1 $1.c; cp -a $1.c $1"),
        Harm(
            "the queue is replaced by its copy",
            "cp -a $1/queue.sqlite $1/c; mv $1/c $1/queue.sqlite"),
        Harm("the queue is removed", "rm $1/queue.sqlite"),
        Harm(
            "the log is replaced by its copy",
            "cp -a $1/queue.sqlite-wal $1/c; mv $1/c $1/queue.sqlite-wal"),
        Harm("the log is removed", "rm $1/queue.sqlite-wal"),
        Harm(
            "the log's index is replaced by its copy",
            "cp -a $1/queue.sqlite-shm $1/c; mv $1/c $1/queue.sqlite-shm"),
        Harm("the log's index is removed", "rm $1/queue.sqlite-shm"),
        Harm("the lock is removed", "rm $1/queue.lock"),
        Harm("the lock is replaced", "rm $1/queue.lock; touch $1/queue.lock"),
        Harm(
            "a backup is copied over it as rsync does, with its times",
            "cp -a $1 $1.c; for f in queue.sqlite queue.sqlite-wal queue.sqlite-shm; do "
                + "cp -a $1.c/$f $1/.$f; mv $1/.$f $1/$f; done; touch -r $1.c $1"),
    ]

    @Test(arguments: harms)
    func `a queue that is no longer the home's is not written`(harm: Harm) async throws {
        try await withHome { home in
            let innocent = try JobStore(folder: "\(home)-of-another")
            let store = try JobStore(folder: home)
            try await store.keepLimits(orElse: .ten)
            let queue = TestQueue(folder: home, store: store)
            let waiting = try await queue.submit()
            // A job, which may be claimed and charged.
            let claim = try await queue.take()
            #expect(try await queue.job(waiting).state == .running)
            try await run(harm, home)

            await expectReplaced { try await queue.submit() }
            await expectReplaced { try await queue.claim() }
            await expectReplaced { try await queue.startCharge(claim) }
            await expectReplaced { try await store.release(claim, now: queue.now) }
            await expectReplaced { try await store.engine.dataVersion() }
            await expectReplaced { try store.engine.checkFiles() }
            // What is still read is what was there.
            #expect(try await queue.job(waiting).state == .running)
            try? store.close()

            try innocent.engine.checkFiles()
            _ = try await TestQueue(folder: innocent.folder, store: innocent).submit()
            try innocent.close()
        }
    }

    @Test(arguments: [
        Harm("a file is added", "touch $1/notes"),
        Harm("the payments journal is removed", "rm -f $1/payments.jsonl"),
        Harm("photos are removed", "rm -rf $1/photos"),
        Harm("permissions change", "chmod 750 $1; chmod 700 $1"),
        Harm("the queue is read", "cp -a $1 $1.c"),
    ])
    func `what else happens in a home stops nobody`(harm: Harm) async throws {
        try await withHome { home in
            let queue = TestQueue(folder: home, store: try JobStore(folder: home))
            try await run(harm, home)
            _ = try await queue.submit()
            _ = try await queue.store.engine.dataVersion()
            try queue.store.close()
        }
    }

    @Test func `a restore in place lets open processes go on`() async throws {
        try await withHome { home in
            let queue = TestQueue(folder: home, store: try JobStore(folder: home))
            try await queue.store.keepLimits(orElse: .ten)
            let kept = try await queue.submit()
            let backup = "\(home)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            let other = try JobStore(folder: home)
            _ = try await other.restore(from: backup, keepingReplacedIn: nil)
            try other.close()
            _ = try await queue.submit()
            #expect(try await queue.take().job.id == kept)
            try queue.store.close()
        }
    }

    /// Gives a home in a temporary folder, with another beside it.
    private func withHome(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            for name in ["home", "home-of-another"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
            }
            try await body("\(folder)/home")
        }
    }

    private func run(_ harm: Harm, _ home: String) async throws {
        let result = try await Program(path: "/bin/sh").run(["-euc", harm.script, "sh", home])
        #expect(result.exit == .status(0), "\(result)")
    }

    private func expectReplaced<Value>(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
    ) async {
        let error = await #expect(throws: JobQueueError.self, sourceLocation: sourceLocation) {
            _ = try await body()
        }
        guard case .replaced = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
    }
}
