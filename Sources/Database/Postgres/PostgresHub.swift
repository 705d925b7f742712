import Dispatch
import Foundation
import Ground
import Synchronization

/// The connection by which a process shows that its workers live, and hears that the queue has changed.
///
/// It is made when it is first needed, and made again at once when it was lost. Unchecked is safe: `link`, `readiness`,
/// `lost`, `isWanted`, `isComingBack`, `holdings` and `isMonitoring` are touched on `queue` alone, and all else never changes
/// or is behind a lock.
///
/// Blocks: only threads that may block, never one of Swift's concurrency. Waits: on `queue`, between two attempts.
/// Clock: of those pauses.
final class PostgresHub: @unchecked Sendable {
    private let place: PostgresPlace
    private let patience: Duration
    /// The tables that the program knows.
    let schema: Schema
    private let time: PassingTime
    private let writer: PostgresLane?
    private let queue = DispatchQueue(label: "headshot.queue.presence")
    private var link: PostgresLink?
    private var readiness: (any DispatchSourceRead)?
    private var lost: PostgresSession?
    private var isWanted = false
    private var isComingBack = false
    /// What this process holds on the server.
    private var holdings: PostgresHoldings
    private var isMonitoring = false
    private let changes = Mutex(Changes())

    private struct Changes {
        var version = 0
        /// Whether this connection is there to say so.
        var isListening = false
        var buried: Set<WorkerID> = []
        var rights: Set<QueueRight> = []
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var latestWaiter = 0
    }

    /// Names a place; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - patience: How long a call waits for a server that is away.
    ///   - writer: The connection whose messages are about changes of this process, which ring at once.
    init(
        _ place: PostgresPlace, schema: Schema, patience: Duration = .zero,
        writer: PostgresLane? = nil, grace: PostgresHoldings.Grace = .usual,
        time: PassingTime = .ofMachine
    ) {
        self.place = place
        self.patience = patience
        self.schema = schema
        self.time = time
        self.writer = writer
        holdings = PostgresHoldings(grace: grace, owners: schema.owners)
    }

    /// A number that grows with each change that this process made or heard of.
    var version: Int { changes.withLock(\.version) }

    /// Whether changes of other processes are heard.
    var isListening: Bool { changes.withLock(\.isListening) }

    /// A bell that rings from now on; blocks until the server has answered.
    func bell() -> PostgresBell {
        queue.sync { listen() }
        return PostgresBell(hub: self)
    }

    /// Returns when the version is another one, after a time, or when the task is cancelled.
    func waitForChange(since version: Int, atMost duration: Duration) async {
        let number = changes.withLock { changes in
            changes.latestWaiter += 1
            return changes.latestWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = changes.withLock { changes in
                    guard changes.version == version, !Task.isCancelled else { return false }
                    changes.waiters[number] = continuation
                    return true
                }
                guard waits else { return continuation.resume() }
                // Clock: of a wait that the caller limits. Waits: not on the hub's queue, which may be waiting for the server.
                DispatchQueue.global().asyncAfter(deadline: .now() + duration / .seconds(1)) {
                    [weak self] in self?.endWait(number)
                }
            }
        } onCancel: {
            endWait(number)
        }
    }

    private func endWait(_ number: Int) {
        changes.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }

    /// Does something with the connection; blocks the thread.
    ///
    /// - Parameter waits: Whether to wait for a server that is away, as long as the patience lasts.
    func use<Value>(
        waits: Bool = true,
        _ body: (PostgresLink, inout PostgresHoldings) throws -> Value
    ) throws(JobQueueError) -> Value {
        var patience = Patience(
            first: .milliseconds(100), for: waits ? patience : .zero, time)
        while true {
            do {
                return try queue.sync {
                    try tried(body)
                }
            } catch {
                // Others may use the connection meanwhile.
                guard (error as? PostgresFailure)?.isTransient([]) ?? false, patience.wait()
                else { throw JobQueueError(error, place: place) }
            }
        }
    }

    /// Does something with the connection, without waiting for it; without one, the server has freed all that was held.
    func useSoon(
        _ body: @escaping @Sendable (PostgresLink?, inout PostgresHoldings) throws -> Void
    ) {
        queue.async { [self] in
            do { try body(link, &holdings) } catch { note(error) }
        }
    }

    /// Whether a worker of this process was taken for dead while there was no connection; it never comes back.
    func hasBuried(_ id: WorkerID) -> Bool { changes.withLock { $0.buried.contains(id) } }

    /// Whether a right is still this process's, as far as it knows: another may take it while there is no connection.
    func has(_ right: QueueRight) -> Bool { changes.withLock { $0.rights.contains(right) } }

    /// Looks again and again for workers that died, and rings this process's own bells then.
    func monitor() {
        queue.async { [self] in
            guard !isMonitoring else { return }
            isMonitoring = true
            lookForDead()
        }
    }

    func close() {
        queue.sync {
            isWanted = false
            isMonitoring = false
            holdings.forget()
            disconnect()
        }
    }

    private func lookForDead() {
        guard isMonitoring else { return }
        if link != nil, (try? tried { link, holdings in try holdings.findsDead(link) }) == true {
            ring()
        }
        queue.asyncAfter(deadline: .now() + Self.lookPause) { [weak self] in self?.lookForDead() }
    }

    /// In milliseconds: the statements here take less than one.
    private static let silence: CInt = 5000

    /// In seconds: with the grace of a dead worker, its jobs are taken back within two.
    private static let lookPause = 0.4

    private func listen() {
        isWanted = true
        guard link == nil else { return }
        do {
            _ = try connected()
        } catch {
            comeBack()
        }
    }

    /// Does something with the connection, and begins to make it again if it broke.
    private func tried<Value>(
        _ body: (PostgresLink, inout PostgresHoldings) throws -> Value
    ) throws -> Value {
        do {
            let link = try connected()
            defer { changes.withLock { [rights = holdings.rights] in $0.rights = rights } }
            let value = try body(link, &holdings)
            // What came with an answer does not make the socket readable again.
            try readMessages(link)
            return value
        } catch {
            note(error)
            throw error
        }
    }

    private func note(_ error: any Error) {
        if let failure = error as? PostgresFailure, failure.isOfLink { drop() }
    }

    private func connected() throws -> PostgresLink {
        if let link { return link }
        let link = try PostgresLink.open(place, patience: Self.silence)
        if let lost { try link.end(lost) }
        lost = nil
        // Nothing here has to outlast a crash of the server, and no wait for its disk must look like its silence. What a
        // worker claims later is synced, and with it the worker's row.
        _ = try link.command("SET synchronous_commit = off")
        try link.listen()
        try holdings.takeAgain(link)
        let readiness = DispatchSource.makeReadSource(
            fileDescriptor: link.descriptor, queue: queue)
        readiness.setEventHandler { [weak self] in
            guard let self, let link = self.link else { return }
            do { try readMessages(link) } catch { drop() }
        }
        readiness.activate()
        self.link = link
        self.readiness = readiness
        isWanted = true
        changes.withLock { [holdings] changes in
            changes.isListening = true
            changes.buried = holdings.buried
            changes.rights = holdings.rights
        }
        // Something may have been missed.
        ring()
        return link
    }

    private func readMessages(_ link: PostgresLink) throws {
        if try link.takeMessages(except: writer?.process) { ring() }
    }

    private func drop() {
        lost = link?.session ?? lost
        disconnect()
        comeBack()
    }

    private func disconnect() {
        readiness?.cancel()
        readiness = nil
        link = nil
        changes.withLock { $0.isListening = false }
    }

    /// Comes back, at once at first: what this process holds counts as lost soon.
    private func comeBack() {
        guard isWanted, !isComingBack else { return }
        isComingBack = true
        queue.async { [weak self, time] in
            // Shorter than the grace of a dead worker: a server that crashed and is back must find us before that is over.
            self?.connect(
                Patience(first: .milliseconds(50), longest: .milliseconds(300), until: nil, time))
        }
    }

    private func connect(_ patience: Patience) {
        var patience = patience
        guard isWanted, link == nil, (try? connected()) == nil, let pause = patience.next() else {
            isComingBack = false
            return
        }
        queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self, patience] in
            self?.connect(patience)
        }
    }

    /// Rings this process's own bells.
    func ring() {
        let waiters = changes.withLock { changes in
            changes.version += 1
            defer { changes.waiters = [:] }
            return changes.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }
}
