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
        /// The queue had forgotten a request for the job, which may have been paid.
        case forgotten
    }

    /// Asks for the pass of a charge that was just written.
    ///
    /// Throws if the store cannot tell: then nothing may be sent.
    func pass(for charge: Charge, of claim: Claim) async throws -> Pass {
        guard queue.isShared else { return .granted(until: .now + .seconds(3600)) }
        for _ in 0..<Self.mostForgotten {
            // Another worker may have the job by now, with a claim of its own.
            guard let note = try await queue.paymentNote(ofCharge: charge.id),
                note.job == claim.job.id, note.token == claim.token
            else { return .lost }
            switch try await store.pass(for: note) {
            case .granted: return .granted(until: .now + Self.life)
            case .void: return .lost
            case .taken(let other):
                guard try await store.lastWord(on: other.name) == .free else { return .forgotten }
                // Then this charge is one attempt later.
                try await queue.learnFree(other, before: charge.id)
            }
        }
        return .forgotten
    }

    /// How long a pass holds: a process that was stopped for longer has to ask what became of it.
    private static let life: Duration = .seconds(5)

    /// More free attempts than a job ever has.
    private static let mostForgotten = 100

    /// Of the charges of gone workers, those whose requests were not sent and never will be.
    func unsent(of workers: [WorkerID]) async throws -> [PaymentNote] {
        var unsent: [PaymentNote] = []
        for note in try await queue.openPayments(of: workers) where try await store.void(note) {
            unsent.append(note)
        }
        return unsent
    }

    /// Tells the store what is known of charges by now; what fails is told the next time.
    func catchUp() async {
        guard queue.isShared else { return }
        do {
            while true {
                let notes = try await queue.unwrittenPayments(limit: 100)
                guard !notes.isEmpty else { return }
                for note in notes { try await store.write(note) }
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
        if try await isPutBack() { try await queue.demandReconciling() }
        guard try await queue.needsReconciling() else { return nil }
        let since = try await queue.paymentsMatter(since: Self.span, now: now)
        let news = try await store.news(
            since: since, until: now, unlike: try await queue.knownPayments(since: since))
        let learned = try await queue.learn(news)
        try await noteAnchor()
        return learned
    }

    /// Notes outside of the server how far its queue has come, so that it is seen if the server is put back to before.
    func noteAnchor() async throws {
        guard let position = try await queue.position() else { return }
        try await store.write(position)
    }

    /// Whether the queue has been put back to before what was noted last, on a server that does not know of it.
    private func isPutBack() async throws -> Bool {
        guard let noted = try await store.anchor(), let position = try await queue.position()
        else { return false }
        return position.isBefore(noted)
    }

    /// Seconds: caps and budgets look back a day, and backups that are put back are seldom older.
    private static let span: TimeInterval = 3 * 86_400
}
