import Dispatch

/// Threads that wait for disks, so that those of Swift's concurrency never do.
public enum BlockingFiles {
    private static let queue = DispatchQueue(label: "headshot.files", attributes: .concurrent)

    /// Runs work that blocks on such a thread; the work is done even if the task is cancelled meanwhile.
    public static func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
