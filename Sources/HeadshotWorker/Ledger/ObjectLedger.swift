import Foundation
import JobQueue
import ObjectStore
import Synchronization

/// Sees to it that a queue on a server pays for nothing twice, whatever the server forgets.
final class ObjectLedger: Ledger {
    private let queue: JobStore
    private let store: LedgerObjects
    private let looks = Mutex(Looks())

    /// What is known of outcomes that may be missing in the store.
    private struct Looks {
        var hasDebt = true
        /// The queue's latest line at each look since one from the beginning.
        private var lines: [Int64] = []

        /// The line at which a look begins; while a long transaction keeps dead rows, a look from the beginning reads all of
        /// them.
        ///
        /// A change that is committed late has an earlier line. Therefore a look begins at the line of the look before the last
        /// one, and at the beginning after every ``mostFromLine`` looks.
        var start: Int64 { lines.dropLast().last ?? 0 }

        /// Notes a look that found all there was.
        mutating func end(at line: Int64) {
            lines = lines.count < Self.mostFromLine ? lines + [line] : []
        }

        private static let mostFromLine = 10
    }

    /// Names a queue, and the store where its payments are.
    init(_ queue: JobStore, _ objects: any ObjectStore) {
        self.queue = queue
        store = LedgerObjects(objects: objects)
    }

    func permit(
        for charge: Charge, of claim: Claim, since began: ContinuousClock.Instant,
        clock: @Sendable () -> ContinuousClock.Instant
    ) async throws -> Permit {
        for _ in 0..<Self.mostForgotten {
            // Another worker may have the job by now, with another claim.
            guard let note = try await queue.paymentNote(ofCharge: charge.id),
                note.job == claim.job.id, note.token == claim.token
            else { return .lost }
            // Settled by a queue that was learning what it had forgotten.
            guard note.state == .started else { return .void }
            let raised = try await store.raise(LedgerObjects.Fence(note: note, isVoid: false))
            let granted = Permit.granted(until: min(clock() + Self.life, began + Self.longest))
            switch raised {
            case .made: return granted
            case .found(let other) where other.isVoid: return .void
            // Made by an earlier call of ours whose answer was lost.
            case .found(let other) where other.note.token == note.token: return granted
            // Another request has this place, of which the queue knows nothing.
            case .found(let other):
                let outcome = try await store.outcome(of: other.note.name)
                guard outcome == .free else { return .forgotten }
                // Then this charge is one attempt later.
                try await queue.learnFree(other.note)
            case .unreadable: return .unreadable(place: store.place(ofFence: note.name))
            }
        }
        return .forgotten
    }

    /// How long a permit holds: a process that was stopped for longer has to ask what became of it.
    private static let life: Duration = .seconds(5)

    /// From the charge to its request at most: a request that is later may be on its way when a person learns that it no
    /// longer can be (see ``JobStore/requestsOnTheirWay(of:now:)``).
    private static let longest: Duration = .seconds(10)

    /// More free attempts than a job ever has.
    private static let mostForgotten = 100

    func open(of workers: [WorkerID]) async throws -> OpenPayments? {
        var open = OpenPayments()
        for note in try await queue.openPayments(of: workers) {
            open.states[note.charge] = note.state
            guard note.state == .started else { continue }
            // Another one may say that the request was sent.
            switch try await store.raise(LedgerObjects.Fence(note: note, isVoid: true)) {
            case .made: open.unsent.append(note)
            case .found(let other): if other.isVoid { open.unsent.append(note) }
            case .unreadable: break
            }
        }
        return open
    }

    func note(now: Date) async {
        let start = looks.withLock { looks in
            // Set before the look: another call may meanwhile fail to write an outcome that this look does not see.
            looks.hasDebt = false
            return looks.start
        }
        do {
            let line = try await queue.latestLine()
            while true {
                let notes = try await queue.unwrittenPayments(since: start, limit: 100)
                guard !notes.isEmpty else { break }
                try await write(notes, now: now)
            }
            looks.withLock { $0.end(at: line) }
        } catch {
            // The queue keeps them until then.
            lookAnew()
        }
    }

    func note(_ charge: Int64, now: Date) async {
        if looks.withLock(\.hasDebt) { return await note(now: now) }
        do {
            try await write(queue.unwrittenPayment(ofCharge: charge), now: now)
        } catch {
            lookAnew()
        }
    }

    /// Leaves out old charges, which are never asked for; a queue that was moved to a server has many.
    private func write(_ notes: [PaymentNote], now: Date) async throws {
        guard !notes.isEmpty else { return }
        for note in notes where now.timeIntervalSince(note.moment) < Self.span {
            do throws(StorageError) {
                try await store.write(note)
            } catch .unusable {
                // Its name is taken; the fence still keeps the request from being sent again.
                continue
            }
        }
        try await queue.markWritten(notes)
    }

    /// Does so if the server was restored or replaced.
    func learn(now: Date) async throws -> Reconciliation? {
        if try await judgedPosition().isPutBack { try await queue.demandReconciling() }
        guard try await queue.needsReconciling() else { return nil }
        lookAnew()
        // The store lists whole days.
        let since = LedgerObjects.beginning(
            ofDay: try await queue.paymentsMatter(since: Self.span, now: now))
        let news = try await store.news(
            since: since, until: now, unlike: try await queue.knownPayments(since: since))
        var learned = try await queue.learn(news.notes)
        learned?.unreadable = news.unreadable
        if let position = try await queue.position() {
            do throws(StorageError) {
                try await store.write(position)
            } catch .unusable(let place, let detail) {
                learned?.unreadable["\(place)"] = detail
            }
        }
        return learned
    }

    /// Lets the next look begin at the beginning, since a queue that was restored may have earlier lines than the last looks.
    private func lookAnew() { looks.withLock { $0 = Looks() } }

    /// If the server was put back, no process claims a job before ``learn(now:)``.
    func noteProgress() async throws {
        let (position, isPutBack) = try await judgedPosition()
        if isPutBack { return try await queue.demandReconciling() }
        if let position { try await store.write(position) }
    }

    func parked() async throws -> [JobID] {
        let restored = JobFilter(
            states: [.uncertain], reasons: [UncertaintyReason.restored.rawValue])
        return try await queue.jobs(restored, limit: .max, needsAll: true).map(\.id)
    }

    /// How far the queue's server has come, and whether that is before what was noted last, which the server does not know.
    private func judgedPosition() async throws -> (position: QueuePosition?, isPutBack: Bool) {
        // In this order: meanwhile another worker may note a later one.
        let noted = try await store.anchor()
        let position = try await queue.position()
        return switch noted {
        case .none: (position, false)
        case .at(let noted): (position, position?.isBefore(noted) ?? false)
        case .unreadable: (position, position != nil)
        }
    }

    /// Seconds: caps and budgets look back a day, and backups that are put back are seldom older.
    private static let span: TimeInterval = 3 * 86_400
}

extension JobStore {
    /// The ledger of the queue: the file beside it, or objects in the store of a home.
    ///
    /// A new one of objects takes it that outcomes are missing, until it has looked for all.
    nonisolated func ledger(in home: HeadshotHome) -> any Ledger {
        if let fileLedger { fileLedger } else { ObjectLedger(self, home.objects) }
    }
}
