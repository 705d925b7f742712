import Foundation
import JobQueue
import ObjectStore

/// Sees to it that a queue on a server pays for nothing twice, whatever the server forgets; for a queue in a file, whose
/// journal does that, it does nothing.
struct PaymentGuard: Sendable {
    private let queue: JobStore
    private let store: PaymentStore

    /// Names a queue, and the store where its payments are.
    init(_ queue: JobStore, _ home: HeadshotHome) {
        self.queue = queue
        store = PaymentStore(objects: home.objects)
    }

    /// What a request's pass means for its worker.
    enum Pass: Sendable, Equatable {
        /// The request may be sent until this moment.
        case granted(until: ContinuousClock.Instant)
        /// Another process has the job.
        case lost
        /// Another process took this one for dead, and has seen to it that the request is never sent.
        case void
        /// The queue had forgotten a request for the job, which may have been paid.
        case forgotten
        /// The object that lets the request be sent is there and cannot be read: a request may have been sent.
        case unreadable(place: String)
    }

    /// Asks for the pass of a charge that was just written.
    ///
    /// Throws if the store does not answer: then nothing may be sent.
    ///
    /// - Parameter began: A moment before the charge was written.
    func pass(
        for charge: Charge, of claim: Claim, since began: ContinuousClock.Instant
    ) async throws -> Pass {
        guard queue.isShared else { return .granted(until: .now + .seconds(3600)) }
        for _ in 0..<Self.mostForgotten {
            // Another worker may have the job by now, with another claim.
            guard let note = try await queue.paymentNote(ofCharge: charge.id),
                note.job == claim.job.id, note.token == claim.token
            else { return .lost }
            // Settled by a queue that was learning what it had forgotten.
            guard note.state == .started else { return .void }
            switch try await store.pass(for: note) {
            case .granted: return .granted(until: min(.now + Self.life, began + Self.longest))
            case .void: return .void
            case .unreadable: return .unreadable(place: store.place(ofFence: note.name))
            case .taken(let other):
                guard try await store.lastWord(on: other.name) == .free else { return .forgotten }
                // Then this charge is one attempt later.
                try await queue.learnFree(other)
            }
        }
        return .forgotten
    }

    /// How long a pass holds: a process that was stopped for longer has to ask what became of it.
    private static let life: Duration = .seconds(5)

    /// From the charge to its request at most: a request that is later may be on its way when a person learns that it no
    /// longer can be (see ``JobStore/requestsOnTheirWay(of:now:)``).
    private static let longest: Duration = .seconds(10)

    /// More free attempts than a job ever has.
    private static let mostForgotten = 100

    /// Asks about the charges of gone workers, so that their requests are never sent if they were not; `nil` for a queue in
    /// a file.
    func open(of workers: [WorkerID]) async throws -> OpenPayments? {
        guard queue.isShared else { return nil }
        var open = OpenPayments()
        for note in try await queue.openPayments(of: workers) {
            open.states[note.charge] = note.state
            if note.state == .started, try await store.void(note) { open.unsent.append(note) }
        }
        return open
    }

    /// Sends the store what is known of charges by now; what fails is sent the next time.
    ///
    /// Old ones are never asked for; a queue that was moved to a server has many.
    func catchUp(now: Date) async {
        guard queue.isShared else { return }
        do {
            while true {
                let notes = try await queue.unwrittenPayments(limit: 100)
                guard !notes.isEmpty else { return }
                for note in notes where now.timeIntervalSince(note.moment) < Self.span {
                    do throws(StorageError) {
                        try await store.write(note)
                    } catch .unusable {
                        // Its name is taken; the fence still keeps the request from being sent again.
                        continue
                    } catch {
                        throw error
                    }
                }
                try await queue.markWritten(notes)
            }
        } catch {
            // The queue keeps them until then.
        }
    }

    /// Lets the queue learn what it has forgotten, if its server was restored or replaced.
    ///
    /// - Returns: What was learned; `nil` if there was no need.
    func reconcile(now: Date) async throws -> Reconciliation? {
        guard queue.isShared else { return nil }
        if try await judgedPosition().isPutBack { try await queue.demandReconciling() }
        guard try await queue.needsReconciling() else { return nil }
        // The store lists whole days.
        let since = PaymentStore.beginning(
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
            } catch {
                throw error
            }
        }
        return learned
    }

    /// Notes outside of the server how far its queue has come, so that it is seen if the server is put back to before.
    ///
    /// If it has been, everybody waits for ``reconcile(now:)`` instead.
    func noteAnchor() async throws {
        let (position, isPutBack) = try await judgedPosition()
        if isPutBack { return try await queue.demandReconciling() }
        if let position { try await store.write(position) }
    }

    /// How far the queue's server has come, and whether that is before what was noted last, which the server does not know.
    private func judgedPosition() async throws -> (position: QueuePosition?, isPutBack: Bool) {
        // In this order: meanwhile another worker may note a later one.
        let noted = queue.isShared ? try await store.anchor() : .none
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
