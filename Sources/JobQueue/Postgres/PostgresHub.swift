import Dispatch
import Foundation
import Synchronization

/// The connection by which a process shows that its workers live, and hears and says that the queue has changed.
///
/// It is made when it is first needed, and made again at once when it was lost. Unchecked is safe: all that changes is
/// touched on `queue` alone, or is behind a lock of its own.
final class PostgresHub: @unchecked Sendable {
    private let place: PostgresPlace
    private let patience: Duration
    /// The newest format that the program knows.
    let format: Int
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
        var isRinging = false
        var rang = ContinuousClock.now - .seconds(1)
        /// How many messages of others were heard since then.
        var messages = 0
        var buried: Set<WorkerID> = []
        var rights: Set<QueueRight> = []
        var bells: [ObjectIdentifier: WeakBell] = [:]
    }

    private struct WeakBell { weak var bell: PostgresBell? }

    /// Names a place; connects to nothing yet.
    ///
    /// - Parameter patience: How long a call waits for a server that is away.
    init(
        _ place: PostgresPlace, format: Int, patience: Duration = .zero,
        grace: PostgresHoldings.Grace = .usual
    ) {
        self.place = place
        self.patience = patience
        self.format = format
        holdings = PostgresHoldings(grace: grace)
    }

    /// A number that grows with each change that this process made or heard of.
    var version: Int { changes.withLock(\.version) }

    /// Whether changes of other processes are heard.
    var isListening: Bool { changes.withLock(\.isListening) }

    /// A bell that rings from now on; blocks until the server has answered.
    func bell() -> PostgresBell {
        let bell = PostgresBell(hub: self)
        queue.sync { listen() }
        changes.withLock { $0.bells[ObjectIdentifier(bell)] = WeakBell(bell: bell) }
        return bell
    }

    func forget(_ bell: ObjectIdentifier) {
        _ = changes.withLock { $0.bells.removeValue(forKey: bell) }
    }

    /// Says that this process has changed the queue, to all that listen; soon, and once for several changes.
    ///
    /// - Parameter lane: The connection to say it with where this one is not needed.
    func ring(with lane: PostgresLane) {
        heard()
        let (isListening, isFirst) = changes.withLock { changes in
            defer { changes.isRinging = true }
            return (changes.isListening, !changes.isRinging)
        }
        guard isListening else {
            changes.withLock { $0.isRinging = false }
            // What is not heard is looked for.
            _ = try? lane.once { link in try link.notify() }
            return
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + pauseBeforeRinging()) { [self] in
            changes.withLock { changes in
                changes.isRinging = false
                changes.rang = .now
                changes.messages = 0
            }
            if link != nil { _ = try? tried { link, _ in try link.notify() } }
        }
    }

    /// Seconds until a change is told.
    ///
    /// A message names nothing, so that anybody's wakes every process to see all changes. Each process therefore leaves
    /// room for those of others: however many there are, they send about as many messages as one does.
    private func pauseBeforeRinging() -> Double {
        changes.withLock { changes in
            let room = min(Double(changes.messages + 1) * Self.breath, Self.longestBreath)
            return max(room - (ContinuousClock.now - changes.rang) / .seconds(1), Self.gathering)
        }
    }

    /// Seconds for the changes that belong to one call.
    private static let gathering = 0.002
    /// Seconds between two messages while there are many.
    private static let breath = 0.05
    /// Seconds within which a change is told, even if nobody who heard of others has looked.
    private static let longestBreath = 1.0

    /// Does something with the connection; blocks the thread.
    ///
    /// - Parameter waits: Whether to wait for a server that is away, as long as the patience lasts.
    func use<Value>(
        waits: Bool = true,
        _ body: (PostgresLink, inout PostgresHoldings) throws -> Value
    ) throws(JobQueueError) -> Value {
        let deadline = ContinuousClock.now + (waits ? patience : .zero)
        while true {
            do {
                return try queue.sync {
                    try tried(body)
                }
            } catch {
                guard (error as? PostgresFailure)?.mayPass ?? false, ContinuousClock.now < deadline
                else { throw JobQueueError(error, place: place) }
                // Others may use the connection meanwhile.
                usleep(Self.pause)
            }
        }
    }

    /// In microseconds.
    private static let pause: useconds_t = 100_000

    /// Gives back what this process holds, without waiting for it; without a connection, the server has done so.
    func letGo(
        _ body: @escaping @Sendable (PostgresLink?, inout PostgresHoldings) throws -> Void
    ) {
        queue.async { [self] in
            do { try body(link, &holdings) } catch { note(error) }
        }
    }

    /// Does something with the connection in some seconds, if it is there then.
    func useLater(after seconds: Double, _ body: @escaping @Sendable (PostgresLink?) throws -> Void)
    {
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            do { try body(self?.link) } catch { self?.note(error) }
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
            // What was about to be told is told now: nobody else knows of it.
            if changes.withLock(\.isRinging) { try? link?.notify() }
            isWanted = false
            isMonitoring = false
            holdings.forget()
            disconnect()
        }
    }

    private func lookForDead() {
        guard isMonitoring else { return }
        if link != nil, (try? tried { link, holdings in try holdings.findsDead(link) }) == true {
            heard()
        }
        queue.asyncAfter(deadline: .now() + Self.lookPause) { [weak self] in self?.lookForDead() }
    }

    /// In milliseconds: what is asked here takes none.
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
            heard(try link.takeMessages())
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
        readiness.setEventHandler { [weak self] in self?.readMessages() }
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
        heard()
        return link
    }

    private func readMessages() {
        guard let link else { return }
        do {
            heard(try link.takeMessages())
        } catch {
            drop()
        }
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
        connectLater(after: .zero)
    }

    private func connectLater(after pause: Duration) {
        queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
            guard let self else { return }
            guard isWanted, link == nil, (try? connected()) == nil else {
                isComingBack = false
                return
            }
            connectLater(after: min(max(pause * 2, .milliseconds(50)), Self.longestPause))
        }
    }

    /// Shorter than the grace of a dead worker: a server that crashed and is back must find us before that is over.
    private static let longestPause = Duration.milliseconds(300)

    private func heard(_ messages: Int) {
        guard messages > 0 else { return }
        changes.withLock { $0.messages += messages }
        heard()
    }

    private func heard() {
        let bells = changes.withLock { changes in
            changes.version += 1
            return changes.bells.values.compactMap(\.bell)
        }
        for bell in bells { bell.ring() }
    }
}
