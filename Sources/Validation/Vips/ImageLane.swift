import CVips
import Foundation
import Synchronization

/// The few threads that run all blocking work of this module.
///
/// Decoding takes up to two seconds and cannot be interrupted, so it must not occupy the threads of Swift's
/// concurrency. Work that has started always finishes, even when its task is cancelled.
package enum ImageLane {
    /// The memory that a piece of work needs, in units of 70 MB.
    enum Weight: Int {
        /// A file, a header, or 50 MB of pixels.
        case light = 1
        /// A decoder that holds the whole picture in its own form in addition to the pixels.
        case heavy = 2
    }

    /// More would not help: the work is limited by the processors.
    private static let mostThreads = 4
    /// Four common JPEGs at once, or two of the heavier photos: 280 MB.
    private static let capacity = 4

    private static let queue: LaneQueue = {
        let queue = LaneQueue(capacity: capacity)
        let threads = min(mostThreads, max(1, ProcessInfo.processInfo.activeProcessorCount))
        for _ in 0..<threads {
            let thread = Thread { queue.serve() }
            thread.name = "headshot.photo"
            thread.start()
        }
        return queue
    }()

    /// The calling thread's buffer, in a process where that thread does all work.
    private static let ownBuffer = Mutex<PixelBuffer?>(nil)

    /// Makes the calling thread do its own work, in this process and from now on.
    ///
    /// For a process that does one thing at a time and may not have the resources for threads.
    package static func runInline() {
        ownBuffer.withLock { $0 = PixelBuffer() }
    }

    /// Runs `work` on one of the threads, as soon as one is free.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        try await enqueue(.light) { _ throws(ValidationError) in try work() }
    }

    /// Runs `work`, which needs libvips, as soon as a thread and enough memory are free.
    ///
    /// The buffer belongs to the thread; nothing in it may outlive `work`.
    static func runPictureWork<Value: Sendable>(
        _ weight: Weight = .light,
        _ work: @escaping @Sendable (borrowing PixelBuffer) throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        try await enqueue(weight) { buffer throws(ValidationError) in
            try VipsRuntime.start()
            defer {
                // libvips keeps buffers for each thread until this call.
                vips_thread_shutdown()
                VipsRuntime.trimMemory()
            }
            return try work(buffer)
        }
    }

    private static func enqueue<Value: Sendable>(
        _ weight: Weight,
        _ work: @escaping @Sendable (borrowing PixelBuffer) throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        let result: Result<Value, ValidationError> = await withCheckedContinuation { continuation in
            let item = { @Sendable (buffer: borrowing PixelBuffer) in
                do throws(ValidationError) {
                    continuation.resume(returning: .success(try work(buffer)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            let isDone = ownBuffer.withLock { own in
                switch own {
                case .none: return false
                case .some(let buffer): item(buffer)
                }
                return true
            }
            if !isDone { queue.add(weight: weight.rawValue, item) }
        }
        return try result.get()
    }
}
