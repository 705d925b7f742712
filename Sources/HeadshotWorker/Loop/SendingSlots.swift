import Foundation
import JobQueue
import Synchronization

/// The slots of a worker's requests: a job has one from its charge until its answer is kept.
///
/// Jobs are prepared before they get a slot, and their headshots are checked and saved after they returned it, so that
/// each slot has a request in flight as long as there are jobs.
final class SendingSlots: Sendable {
    private struct Taken {
        var sending: Set<JobID> = []
        var saving = 0
        var hasNews = false
        var end: Date?
    }

    private let permits: Permits
    private let state = Mutex(Taken())

    init(_ count: Int) {
        permits = Permits(count)
    }

    /// How many jobs have returned their slots and are not done yet.
    var savingCount: Int { state.withLock(\.saving) }

    /// The jobs that have a slot: their requests are on their way, or leave now.
    var sendingJobs: Set<JobID> { state.withLock(\.sending) }

    /// Sends in its own slot; nil, with nothing sent, if the task is cancelled, the worker stops or its time ends
    /// before a slot is free.
    func sending<Value>(
        _ job: JobID? = nil, now: () -> Date, _ body: () async throws -> Value
    ) async throws -> Value? {
        try await permits.holding { () async throws -> Value? in
            // A slot can become free before the worker's loop has seen that its time is over.
            let isLate = state.withLock { $0.end.map { $0 <= now() } ?? false }
            state.withLock { if let job { $0.sending.insert(job) } }
            defer { state.withLock { if let job { $0.sending.remove(job) } } }
            return isLate ? nil : try await body()
        } ?? nil
    }

    /// Lets no job send after a time; nil for no limit.
    func close(at end: Date?) {
        state.withLock { $0.end = end }
    }

    /// Finishes a job that has returned its slot.
    func saving(_ body: () async throws -> Void) async throws {
        state.withLock { state in
            state.saving += 1
            state.hasNews = true
        }
        defer { state.withLock { $0.saving -= 1 } }
        try await body()
    }

    /// Whether a slot became free since the last call.
    func takeNews() -> Bool {
        state.withLock { state in
            defer { state.hasNews = false }
            return state.hasNews
        }
    }

    func close() {
        permits.close()
    }
}
