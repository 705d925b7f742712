import CVips
import Foundation

/// The few threads on which everything in this module runs that blocks.
///
/// Decoding takes up to two seconds and cannot be interrupted, so it must not occupy the threads of
/// Swift's concurrency. Work that has begun runs to its end, even when its task is cancelled.
enum ImageLane {
    /// More would not help: each thread may hold 50 MB of pixels.
    private static let mostThreads = 4

    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "headshot.validation"
        queue.maxConcurrentOperationCount = min(
            mostThreads, max(1, ProcessInfo.processInfo.activeProcessorCount))
        return queue
    }()

    /// Runs `work` on one of the threads, as soon as one is free.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        let result: Result<Value, ValidationError> = await withCheckedContinuation { continuation in
            queue.addOperation {
                // The queue's threads come and go; libvips keeps buffers for each until told.
                defer { vips_thread_shutdown() }
                continuation.resume(returning: Result(catching: work))
            }
        }
        return try result.get()
    }

    /// Runs `work`, which needs libvips, on one of the threads, as soon as one is free.
    static func runPictureWork<Value: Sendable>(
        _ work: @escaping @Sendable () throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        try await run { () throws(ValidationError) in
            try VipsRuntime.start()
            defer { VipsRuntime.trimMemory() }
            return try work()
        }
    }
}
