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
    private let waits: @Sendable (PostgresFailure) -> Void
    private var link: PostgresLink?
    /// The link that was lost last; its session may still be there.
    private var lost: PostgresSession?
    /// The name under which this lane says what it has written last: that of its first session.
    private var client: String?
    private var writes = 0
    /// The trouble since the last success; `nil` while the server does what it is asked.
    private let trouble = Mutex<Trouble?>(nil)

    /// What keeps a server from doing what it is asked.
    private struct Trouble {
        let since: ContinuousClock.Instant
        var last: PostgresFailure
        var lastTried: ContinuousClock.Instant
        var isReported = false
    }

    /// Names a place; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - patience: How long a call waits for a server that is away, once there was a connection.
    ///   - waits: Called once each time that calls begin to wait.
    init(
        _ place: PostgresPlace, label: String, patience: Duration,
        waits: @escaping @Sendable (PostgresFailure) -> Void = { _ in }
    ) {
        self.place = place
        self.patience = patience
        self.waits = waits
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
        let (start, patience) = (ContinuousClock.now, JobStore.patience ?? patience)
        return try queue.sync {
            // From before the lane was free: a call waits no longer because another one waited.
            let deadline = deadline(for: start, patience)
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
        var pause = Self.firstPause
        while true {
            guard let link = try? connected(until: deadline) else { break }
            if let isThere = try? link.has(mark) { return isThere }
            drop()
            guard ContinuousClock.now + pause < deadline else { break }
            // The server connects and refuses: it is not asked as fast as it can answer.
            wait(&pause)
        }
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
        (trouble.withLock(\.self)?.since ?? start) + patience
    }

    /// What the server has refused since its last success; `nil` if nothing.
    var refusal: PostgresFailure? { trouble.withLock(\.self)?.last }

    private func note(_ failure: PostgresFailure) {
        trouble.withLock { trouble in
            trouble = Trouble(
                since: trouble?.since ?? .now, last: failure, lastTried: .now,
                isReported: trouble?.isReported ?? false)
        }
    }

    /// Reports that a call waits, unless one did since the last success.
    private func reportWait() {
        let failure = trouble.withLock { trouble -> PostgresFailure? in
            guard trouble?.isReported == false else { return nil }
            trouble?.isReported = true
            return trouble?.last
        }
        if let failure { waits(failure) }
    }

    /// Throws what was refused a moment ago to a call whose patience is over: many such calls would hold the lane up, each for as
    /// long as a connection attempt takes.
    private func giveUpEarly(after deadline: ContinuousClock.Instant?) throws {
        guard let deadline, ContinuousClock.now >= deadline,
            let trouble = trouble.withLock(\.self),
            ContinuousClock.now - trouble.lastTried < Self.briefly
        else { return }
        throw trouble.last
    }

    private static let briefly: Duration = .seconds(1)

    private static let firstPause: Duration = .milliseconds(100)
    private static let longestPause: Duration = .seconds(5)

    /// Pauses, and makes the next pause longer.
    private func wait(_ pause: inout Duration) {
        Glibc.usleep(useconds_t(pause / .microseconds(1)))
        pause = min(pause * 2, Self.longestPause)
    }

    /// Does work, again if that can help and there is time.
    ///
    /// - Parameter deadline: Until when a server that is away is waited for; `nil` for not at all.
    private func repeated<Value>(
        until deadline: ContinuousClock.Instant?, _ work: (PostgresLink) throws -> Value
    ) throws -> Value {
        var conflicts = 0
        var pause = Self.firstPause
        var wasLost = false
        try giveUpEarly(after: deadline)
        while true {
            let link = try connected(until: deadline)
            do {
                let value = try work(link)
                trouble.withLock { $0 = nil }
                return value
            } catch let failure as PostgresFailure {
                if failure.isConflict, conflicts < Self.mostConflicts {
                    conflicts += 1
                    // A new connection has no old plans.
                    if failure.isStalePlan { drop() }
                } else if failure.isBusy {
                    // Nothing is written; the lock may be free now.
                    guard let deadline, ContinuousClock.now < deadline else { throw failure }
                } else if failure.isOfLink || failure.refusesWrites {
                    note(failure)
                    if failure.isOfLink { drop() }
                    guard let deadline, ContinuousClock.now + pause < deadline else {
                        throw failure
                    }
                    // A connection that broke while nobody used it is made again at once. A server that connects and then refuses, or
                    // breaks, is not asked as fast as it can answer.
                    if failure == .lost, !wasLost {
                        wasLost = true
                    } else {
                        reportWait()
                        wait(&pause)
                    }
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
                return link
            } catch {
                note(error)
                guard let deadline, error != .pooled, ContinuousClock.now + pause < deadline
                else { throw error }
                reportWait()
                wait(&pause)
            }
        }
    }
}
