import Synchronization

/// The damaged jobs that this process has left out of lists.
public final class DamagedJobs: Sendable {
    private struct State {
        var ids: Set<JobID> = []
        var report: @Sendable (JobID) -> Void = { _ in }
    }

    private let state = Mutex(State())

    init() {}

    /// Whether no job was left out.
    public var isEmpty: Bool { state.withLock(\.ids.isEmpty) }

    /// Calls a function once for each job that is left out from now on.
    public func report(_ body: @escaping @Sendable (JobID) -> Void) {
        state.withLock { $0.report = body }
    }

    /// What is read of a job; `nil` if it is damaged.
    package func leavingOut<Found>(_ id: JobID, _ read: () throws -> Found?) throws -> Found? {
        do { return try read() } catch is DamagedRow {
            let report = state.withLock { $0.ids.insert(id).inserted ? $0.report : nil }
            report?(id)
            return nil
        }
    }
}
