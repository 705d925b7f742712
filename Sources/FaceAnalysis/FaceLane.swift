import Foundation

/// The few threads on which faces are looked for.
///
/// A look takes up to 300 milliseconds of computing and cannot be interrupted, so it must not
/// occupy the threads of Swift's concurrency. Work that has begun runs to its end, even when its
/// task is cancelled.
enum FaceLane {
    /// More would not help: a look keeps one core busy.
    private static let mostThreads = 4

    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "headshot.faces"
        queue.maxConcurrentOperationCount = min(
            mostThreads, max(1, ProcessInfo.processInfo.activeProcessorCount))
        return queue
    }()

    /// Runs `work` on one of the threads, as soon as one is free.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FaceAnalysisError) -> Value
    ) async throws(FaceAnalysisError) -> Value {
        let result: Result<Value, FaceAnalysisError> = await withCheckedContinuation {
            continuation in
            queue.addOperation {
                do throws(FaceAnalysisError) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
