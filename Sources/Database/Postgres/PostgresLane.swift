import Dispatch
import Foundation
import Ground
import Synchronization

/// A connection that is made when it is needed, and made again after it was lost; one call at a time uses it.
///
/// Unchecked is safe: `link`, `lost`, `client` and `writes` are touched on `queue` alone, and all else never changes or is
/// behind a lock.
///
/// Blocks: only threads that may block, never one of Swift's concurrency.
final class PostgresLane: @unchecked Sendable {
    let clock: ServerClock
    private let place: PostgresPlace
    private let queue: DispatchQueue
    private let patience: Duration
    private let races: Set<String>
    private let time: PassingTime
    private let waits: @Sendable (PostgresFailure) -> Void
    private var link: PostgresLink?
    /// The link that was lost last; its session may still be there.
    private var lost: PostgresSession?
    /// The name under which this lane says what it has written last: that of its first session.
    private var client: String?
    private var writes = 0
    /// The trouble since the last success; `nil` while the server does what it is asked.
    private let trouble = Mutex<Trouble?>(nil)
    private let latestProcess = Mutex<Int64?>(nil)

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
    ///   - races: See ``Schema/races``.
    ///   - waits: Called once each time that calls begin to wait.
    init(
        _ place: PostgresPlace, label: String, patience: Duration, races: Set<String> = [],
        time: PassingTime = .ofMachine,
        waits: @escaping @Sendable (PostgresFailure) -> Void = { _ in }
    ) {
        self.place = place
        self.patience = patience
        self.races = races
        self.time = time
        self.waits = waits
        clock = ServerClock(time)
        queue = DispatchQueue(label: label)
    }

    /// Uses the connection once; nothing is repeated.
    func once<Value>(_ body: (PostgresLink) throws -> Value) throws -> Value {
        try queue.sync { try body(connected(until: nil)) }
    }

    /// Reads as of one moment; a read whose connection breaks is repeated.
    ///
    /// The lane's thread is free in between, so that no call waits for the patience of others.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any QueueTransaction) throws -> Value
    ) async throws -> Value {
        let (start, limit) = (time.now(), CallPatience.ofTask ?? patience)
        var begun: Patience?
        while true {
            do {
                return try await withCheckedThrowingContinuation { continuation in
                    queue.async { [self] in
                        continuation.resume(
                            with: Result { try repeated(until: nil) { try $0.read(body) } })
                    }
                }
            } catch let failure as PostgresFailure where failure.isTransient(races) {
                var patience = begun ?? tries(until: deadline(for: start, limit))
                guard try await patience.sleep() else { throw failure }
                begun = patience
            }
        }
    }

    /// Writes in one transaction, which is repeated if the server undid it, or if the connection broke before it was
    /// committed; blocks the thread.
    ///
    /// - Parameters:
    ///   - isNews: Whether to notify all listeners, if rows have changed.
    ///   - known: The newest format that is written; tables of a newer one are refused before the body gets an answer, and what
    ///     it had sent is undone. `nil` for any.
    /// - Returns: What the body returned, and whether rows have changed.
    func write<Value>(
        isNews: Bool = false, upTo known: Int?,
        _ body: (any QueueTransaction) throws -> Value
    ) throws -> (Value, hasChanged: Bool) {
        let (start, patience) = (time.now(), CallPatience.ofTask ?? patience)
        return try queue.sync {
            // From before the lane was free: a call waits no longer because another one waited.
            let deadline = deadline(for: start, patience)
            return try repeated(until: deadline) { link in
                let tx = PostgresTransaction(link, PostgresBeginning.begin) {
                    [clock, place] begun in
                    clock.set(begun.now)
                    if let known { try begun.refuseNewer(than: known, place: place) }
                }
                do {
                    let value = try body(tx)
                    try commit(tx, isNews: isNews, until: deadline)
                    return (value, tx.hasChanged)
                } catch {
                    tx.rollBack()
                    throw error
                }
            }
        }
    }

    private func commit(
        _ tx: PostgresTransaction, isNews: Bool, until deadline: ContinuousClock.Instant
    ) throws {
        // What has changed nothing has nothing to lose.
        let mark = tx.hasChanged ? client.map { WriteMark(client: $0, number: writes) } : nil
        writes += 1
        do {
            try tx.commit(after: mark?.statement, isNews: isNews && tx.hasChanged)
        } catch PostgresFailure.outcomeUnknown {
            drop()
            guard let mark, try isThere(mark, until: deadline) else { throw PostgresFailure.lost }
        }
    }

    func close() {
        queue.sync { link = nil }
    }

    /// Asks on a new connection whether a transaction whose commit was cut off is there.
    ///
    /// Throws ``PostgresFailure/outcomeUnknown`` if the server does not come back: then the outcome is unknown.
    private func isThere(
        _ mark: WriteMark, until deadline: ContinuousClock.Instant
    ) throws -> Bool {
        var patience = tries(until: deadline)
        repeat {
            guard let link = try? connected(until: deadline) else { break }
            if let isThere = try? link.has(mark) { return isThere }
            drop()
            // The server connects and refuses: it is not asked as fast as it can answer.
        } while patience.wait()
        throw PostgresFailure.outcomeUnknown
    }

    /// Until when a call waits; calls behind one another do not wait for one patience each.
    private func deadline(
        for start: ContinuousClock.Instant, _ patience: Duration
    ) -> ContinuousClock.Instant {
        (trouble.withLock(\.self)?.since ?? start) + patience
    }

    private func tries(until deadline: ContinuousClock.Instant?) -> Patience {
        // Without a deadline, nothing is waited for.
        Patience(
            first: .milliseconds(100), longest: .seconds(5), until: deadline ?? time.now(),
            time.evenIfCancelled)
    }

    /// The server's process for the latest connection.
    var process: Int64? { latestProcess.withLock(\.self) }

    /// What the server has refused since its last success; `nil` if nothing.
    var refusal: PostgresFailure? { trouble.withLock(\.self)?.last }

    private func note(_ failure: PostgresFailure) {
        let now = time.now()
        trouble.withLock { trouble in
            trouble = Trouble(
                since: trouble?.since ?? now, last: failure, lastTried: now,
                isReported: trouble?.isReported ?? false)
        }
    }

    /// Waits, and reports it, unless a call did since the last success; returns whether there was time.
    private func wait(_ patience: inout Patience) -> Bool {
        guard patience.isLeft else { return false }
        let failure = trouble.withLock { trouble -> PostgresFailure? in
            guard trouble?.isReported == false else { return nil }
            trouble?.isReported = true
            return trouble?.last
        }
        if let failure { waits(failure) }
        return patience.wait()
    }

    /// Throws what was refused a moment ago to a call whose patience is over: many such calls would hold the lane up, each for as
    /// long as a connection attempt takes.
    private func giveUpEarly(after deadline: ContinuousClock.Instant?) throws {
        let now = time.now()
        guard let deadline, now >= deadline, let trouble = trouble.withLock(\.self),
            now - trouble.lastTried < Self.briefly
        else { return }
        throw trouble.last
    }

    private static let briefly: Duration = .seconds(1)

    /// Does work, again if that can help and there is time.
    ///
    /// - Parameter deadline: Until when a server that is away is waited for; `nil` for not at all.
    private func repeated<Value>(
        until deadline: ContinuousClock.Instant?, _ work: (PostgresLink) throws -> Value
    ) throws -> Value {
        var conflicts = 0
        var patience = tries(until: deadline)
        var wasLost = false
        try giveUpEarly(after: deadline)
        while true {
            let link = try connected(until: deadline)
            do {
                let value = try work(link)
                trouble.withLock { $0 = nil }
                return value
            } catch let failure as PostgresFailure {
                if failure.isConflict(races), conflicts < Self.mostConflicts {
                    conflicts += 1
                    // A new connection has no old plans.
                    if failure.isStalePlan { drop() }
                } else if failure.isBusy {
                    // Nothing is written; the lock may be free now.
                    guard let deadline, time.now() < deadline else { throw failure }
                } else if failure.isOfLink || failure.refusesWrites {
                    note(failure)
                    if failure.isOfLink { drop() }
                    // A connection that broke while it was idle is made again at once. A server that connects and then refuses, or
                    // breaks, is not asked as fast as it can answer.
                    if failure == .lost, !wasLost, patience.isLeft {
                        wasLost = true
                    } else if !wait(&patience) {
                        throw failure
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
        var patience = tries(until: deadline)
        while true {
            do {
                let link = try PostgresLink.open(place)
                // It may still hold locks, or be about to commit what this lane has given up.
                if let lost { try link.end(lost) }
                lost = nil
                if let session = link.session {
                    clock.set(session.now)
                    latestProcess.withLock { $0 = session.process }
                    client = client ?? session.name
                }
                self.link = link
                return link
            } catch {
                note(error)
                guard error != .transactionPooler, wait(&patience) else { throw error }
            }
        }
    }
}
