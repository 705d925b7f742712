package import Foundation

/// The record of payments outside of the queue.
///
/// A queue that is restored from a copy, or whose server is restored or replaced, forgets what was paid since; the ledger
/// does not. That of a queue in a file is a file beside it, which is written under the queue's lock. That of a queue on a
/// server is made of objects in a store, which are written without a lock.
package protocol Ledger: Sendable {
    /// Asks whether the request of a charge that was just written may be sent.
    ///
    /// Throws if the ledger does not answer: then nothing may be sent.
    ///
    /// - Parameters:
    ///   - began: A moment before the charge was written.
    ///   - clock: Gives the time by which the permit ends; it does not stand still, and it cannot be set.
    func permit(
        for charge: Charge, of claim: Claim, since began: ContinuousClock.Instant,
        clock: @Sendable () -> ContinuousClock.Instant
    ) async throws -> Permit

    /// Asks about the charges of gone workers, so that their requests are never sent if they were not; `nil` if no request
    /// outlives its worker.
    func open(of workers: [WorkerID]) async throws -> OpenPayments?

    /// Notes the outcomes of charges that are missing in the ledger; what fails is noted the next time.
    func note(now: Date) async

    /// Notes the outcome of a charge that was just settled, and any outcomes that are known to be missing.
    func note(_ charge: Int64, now: Date) async

    /// Notes how far the queue has come, so that it is seen if it is put back to before.
    func noteProgress() async throws

    /// Lets the queue learn what it has forgotten since.
    ///
    /// - Returns: What it learned; `nil` if there was no need.
    func learn(now: Date) async throws -> Reconciliation?

    /// The jobs that the queue took for uncertain when it learned, and that may have results.
    func parked() async throws -> [JobID]
}

/// Whether the request of a charge may be sent.
package enum Permit: Sendable, Equatable {
    /// It may be sent until this moment.
    case granted(until: ContinuousClock.Instant)
    /// Another process has the job.
    case lost
    /// Another process took this one for dead, and has seen to it that the request is never sent.
    case void
    /// The queue had forgotten a request for the job, which may have been paid.
    case forgotten
    /// The record that lets the request be sent cannot be read: a request may have been sent.
    case unreadable(place: String)
}

/// The queue had all of it written before the charge was returned, and learns when it is opened.
extension FileLedger: Ledger {
    /// Grants each: a charge is returned only after its line is on the disk.
    package func permit(
        for charge: Charge, of claim: Claim, since began: ContinuousClock.Instant,
        clock: @Sendable () -> ContinuousClock.Instant
    ) -> Permit { .granted(until: began + .seconds(3600)) }

    package func open(of workers: [WorkerID]) -> OpenPayments? { nil }
    package func note(now: Date) {}
    package func note(_ charge: Int64, now: Date) {}
    package func noteProgress() {}
    package func learn(now: Date) -> Reconciliation? { nil }
    package func parked() -> [JobID] { [] }
}
