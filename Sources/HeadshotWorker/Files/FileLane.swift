import Dispatch

/// Separate threads for blocking disk work, so that the cooperative pool never blocks.
enum FileLane {
    private static let queue = DispatchQueue(label: "headshot.files", attributes: .concurrent)

    /// Runs blocking work on the lane; the work is done even if the task is cancelled meanwhile.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(WorkerError) -> Value
    ) async throws(WorkerError) -> Value {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, WorkerError>, Never>) in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
