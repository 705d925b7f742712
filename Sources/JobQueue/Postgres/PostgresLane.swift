import Dispatch
import Foundation
import Glibc
import Synchronization

/// A connection that is made when it is needed, and made again after it was lost; one call at a time uses it.
///
/// Unchecked is safe: all that changes is touched on `queue` alone.
final class PostgresLane: @unchecked Sendable {
    let clock = ServerClock()
    private let place: PostgresPlace
    private let queue: DispatchQueue
    private let patience: Duration
    private var link: PostgresLink?
    /// The link that was lost last; its session may still be there.
    private var lost: PostgresSession?
    /// The name under which this lane says what it has written last: that of its first session.
    private var client: String?
    private var writes = 0
    /// Since when no connection can be made.
    private let away = Mutex<ContinuousClock.Instant?>(nil)

    /// Names a place; connects to nothing yet.
    ///
    /// - Parameter patience: How long a call waits for a server that is away, once there was a connection.
    init(_ place: PostgresPlace, label: String, patience: Duration) {
        self.place = place
        self.patience = patience
        queue = DispatchQueue(label: label)
    }

    /// Uses the connection once; nothing is repeated.
    func once<Value>(_ body: (PostgresLink) throws -> Value) throws -> Value {
        try queue.sync { try body(connected(until: nil)) }
    }

    /// Reads as of one moment; a read whose connection breaks is repeated.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any QueueTransaction) throws -> Value
    ) async throws -> Value {
        try await repeatedLater { link in try link.read(body) }
    }

    /// Whether the queue knows what was paid, as far as the server at the other end may have forgotten it.
    func isReconciled() async throws -> Bool {
        try await repeatedLater { link in
            let known: String? = try link.run("SELECT incarnation FROM meta").rows.first?[0]
            return known == link.session?.incarnation
        }
    }

    /// Writes in one transaction, which is repeated if the server undid it, or if the connection broke before it was
    /// committed; blocks the thread.
    ///
    /// - Parameter admit: Refuses, by throwing, before the body gets an answer; what it had sent is undone.
    /// - Returns: What the body returned, and whether rows have changed.
    func write<Value>(
        admit: @escaping (PostgresBeginning) throws -> Void,
        body: (any QueueTransaction) throws -> Value
    ) throws -> (Value, hasChanged: Bool) {
        let patience = JobStore.patience ?? patience
        return try queue.sync {
            let deadline = deadline(for: .now, patience)
            return try repeated(until: deadline) { link in
                let tx = PostgresTransaction(link, PostgresBeginning.begin) { [clock] begun in
                    clock.set(begun.now)
                    try admit(begun)
                }
                do {
                    let value = try body(tx)
                    try commit(tx, until: deadline)
                    return (value, tx.hasChanged)
                } catch {
                    tx.rollBack()
                    throw error
                }
            }
        }
    }

    private func commit(_ tx: PostgresTransaction, until deadline: ContinuousClock.Instant) throws {
        // What has changed nothing has nothing to lose.
        let mark = tx.hasChanged ? client.map { WriteMark(client: $0, number: writes) } : nil
        writes += 1
        do {
            try tx.commit(after: mark?.statement)
        } catch PostgresFailure.outcomeUnknown {
            drop()
            guard let mark, try isThere(mark, until: deadline) else { throw PostgresFailure.lost }
        }
    }

    /// Closes the connection.
    func close() {
        queue.sync { link = nil }
    }

    /// Asks on a new connection whether a transaction whose commit was cut off is there.
    ///
    /// Throws ``PostgresFailure/outcomeUnknown`` if the server does not come back: then nobody knows.
    private func isThere(
        _ mark: WriteMark, until deadline: ContinuousClock.Instant
    ) throws -> Bool {
        repeat {
            guard let link = try? connected(until: deadline) else { break }
            if let isThere = try? link.has(mark) { return isThere }
            drop()
        } while ContinuousClock.now < deadline
        throw PostgresFailure.outcomeUnknown
    }

    /// Does work on the lane's thread, again if that can help and there is time; the thread is free in between, so that nobody
    /// waits for the patience of others.
    private func repeatedLater<Value: Sendable>(
        _ work: @escaping @Sendable (PostgresLink) throws -> Value
    ) async throws -> Value {
        let (start, patience) = (ContinuousClock.now, JobStore.patience ?? patience)
        var pause = Duration.zero
        while true {
            do {
                return try await withCheckedThrowingContinuation { continuation in
                    let attempt: @Sendable () -> Void = { [self] in
                        continuation.resume(with: Result { try repeated(until: nil, work) })
                    }
                    // No timer for what is usual.
                    guard pause > .zero else { return queue.async(execute: attempt) }
                    queue.asyncAfter(deadline: .now() + pause / .seconds(1), execute: attempt)
                }
            } catch let failure as PostgresFailure where failure.mayPass {
                pause = pause == .zero ? Self.firstPause : min(pause * 2, Self.longestPause)
                guard ContinuousClock.now + pause < deadline(for: start, patience) else {
                    throw failure
                }
            }
        }
    }

    /// Until when a call waits; calls behind one another do not wait for one patience each.
    private func deadline(
        for start: ContinuousClock.Instant, _ patience: Duration
    ) -> ContinuousClock.Instant {
        (away.withLock(\.self) ?? start) + patience
    }

    private static let firstPause: Duration = .milliseconds(100)
    private static let longestPause: Duration = .seconds(5)

    private func usleep(_ pause: Duration) { Glibc.usleep(useconds_t(pause / .microseconds(1))) }

    /// Does work, again if that can help and there is time.
    ///
    /// - Parameter deadline: Until when a server that is away is waited for; `nil` for not at all.
    private func repeated<Value>(
        until deadline: ContinuousClock.Instant?, _ work: (PostgresLink) throws -> Value
    ) throws -> Value {
        var conflicts = 0
        while true {
            let link = try connected(until: deadline)
            do {
                return try work(link)
            } catch let failure as PostgresFailure {
                if failure.isConflict, conflicts < Self.mostConflicts {
                    conflicts += 1
                    // A new connection has no old plans.
                    if failure.isStalePlan { drop() }
                } else if failure.isBusy {
                    // Nothing is written; the lock may be free now.
                    guard let deadline, ContinuousClock.now < deadline else { throw failure }
                } else if failure.isOfLink {
                    drop()
                    guard let deadline, ContinuousClock.now < deadline else { throw failure }
                    // One that connects and refuses is not asked as fast as it can answer.
                    if case .refused = failure { usleep(Self.firstPause) }
                } else {
                    throw failure
                }
            }
        }
    }

    /// More than writers that take their locks in order ever have; a bug must not repeat for ever.
    private static let mostConflicts = 20

    private func drop() {
        lost = link?.session ?? lost
        link = nil
    }

    /// The connection; a lost one is made again.
    ///
    /// - Parameter deadline: Until when a server that is away is waited for; `nil` for not at all.
    private func connected(until deadline: ContinuousClock.Instant?) throws -> PostgresLink {
        if let link { return link }
        var pause = Self.firstPause
        while true {
            do {
                let link = try PostgresLink.open(place)
                // It may still hold locks, or be about to commit what this lane has given up.
                if let lost { try link.end(lost) }
                lost = nil
                if let session = link.session {
                    clock.set(session.now)
                    client = client ?? session.name
                }
                self.link = link
                away.withLock { $0 = nil }
                return link
            } catch {
                away.withLock { $0 = $0 ?? .now }
                guard let deadline, error != .pooled, ContinuousClock.now + pause < deadline
                else { throw error }
                usleep(pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }
}
