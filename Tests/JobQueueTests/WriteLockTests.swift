import Ground
import Synchronization
import TestSupport
import Testing

@testable import Database

@Suite(.timeLimit(.minutes(10)))
struct WriteLockTests {
    @Test func `a writer waits half a minute, and a request no longer than the ones before it`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/queue.lock"
            let other = try Holder(path)
            let time = ManualTime()
            let reports = Reports()
            let writer = try Writer(path, time) { _ in reports.add() }
            func expectBusy() {
                let error = #expect(throws: JobQueueError.self) { try writer.write() }
                guard case .busy(path, _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
            var waited: Duration { time.pauses.reduce(.zero, +) }

            #expect(!writer.isHeldUp)
            expectBusy()
            #expect((.seconds(29)...(.seconds(30))).contains(waited))
            #expect(reports.count == 1)
            #expect(writer.isHeldUp)

            let before = waited
            CallPatience.$ofTask.withValue(.zero) { expectBusy() }
            #expect(waited - before < .milliseconds(10))

            other.file.release()
            try writer.write()
            #expect(!writer.isHeldUp)
        }
    }

    @Test func `a writer lets others in after a long transaction, not after a short one`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let time = ManualTime()
            let lock = try WriteLock(path: "\(folder)/queue.lock", time: time.passing) { _ in }
            try lock.withLock {}
            try lock.withLock { time.passing.block(.milliseconds(20)) }
            #expect(time.pauses == [.milliseconds(20)])
            try lock.withLock {}
            #expect(time.pauses == [.milliseconds(20), .milliseconds(1)])
            try lock.withLock { time.passing.block(.milliseconds(20)) }
            time.passing.block(.seconds(1))
            try lock.withLock {}
            #expect(time.pauses.count == 4)
        }
    }

    /// How often it was reported that a writer waits.
    private final class Reports: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock(\.self) }
        func add() { number.withLock { $0 += 1 } }
    }

    /// A process that waits for the lock.
    private final class Writer: Sendable {
        let lock: WriteLock

        init(
            _ path: String, _ time: ManualTime, waits: @escaping @Sendable (JobQueueError) -> Void
        ) throws {
            lock = try WriteLock(path: path, time: time.passing, waits: waits)
        }

        var isHeldUp: Bool { lock.isHeldUp }

        func write() throws { try lock.withLock {} }
    }

    /// A process that has the lock.
    private final class Holder: Sendable {
        let file: LockFile

        init(_ path: String) throws {
            guard let file = LockFile(path), file.takeIfFree() else {
                throw JobQueueError.busy(path: path)
            }
            self.file = file
        }
    }
}
