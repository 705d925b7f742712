import Foundation
import Synchronization

/// The few threads that analyse faces.
///
/// An analysis computes for up to 300 milliseconds and cannot be interrupted, so it must not occupy the threads
/// of Swift's concurrency. Work that has started always finishes, even when its task is cancelled.
package enum FaceLane {
    /// More would not help: an analysis keeps one core busy.
    private static let mostThreads = 4

    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "headshot.faces"
        queue.maxConcurrentOperationCount = min(
            mostThreads, max(1, ProcessInfo.processInfo.activeProcessorCount))
        return queue
    }()

    private static let isInline = Mutex(false)

    /// Makes the calling thread do its own work, in this process and from now on.
    ///
    /// For a process that does one thing at a time and may not have the resources for threads.
    package static func runInline() {
        isInline.withLock { $0 = true }
    }

    /// Runs `work` on one of the threads, as soon as one is free.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FaceAnalysisError) -> Value
    ) async throws(FaceAnalysisError) -> Value {
        let result: Result<Value, FaceAnalysisError> = await withCheckedContinuation {
            continuation in
            let item = { @Sendable in
                do throws(FaceAnalysisError) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if isInline.withLock(\.self) { item() } else { queue.addOperation(item) }
        }
        return try result.get()
    }
}
