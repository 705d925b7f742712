import CVips
import Foundation
import Synchronization

/// The few threads on which everything in this module runs that blocks.
///
/// Decoding takes up to two seconds and cannot be interrupted, so it must not occupy the threads of
/// Swift's concurrency. Work that has begun runs to its end, even when its task is cancelled.
package enum ImageLane {
    /// What a piece of work takes of memory, in units of 70 MB.
    enum Weight: Int {
        /// A file, a header, or 50 MB of pixels.
        case light = 1
        /// A decoder that holds the whole picture in its own form beside the pixels.
        case heavy = 2
    }

    /// More would not help: pixels are work for processors.
    private static let mostThreads = 4
    /// Four photos of usual JPEG at once, or two of what takes more: 280 MB.
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

    /// The buffer of the thread that asks, in a process where that does all work.
    private static let ownBuffer = Mutex<PixelBuffer?>(nil)

    /// Lets the thread that asks for work do it, in this process and from now on.
    ///
    /// For a process that does one thing after another, and may not have what threads take.
    package static func runInline() {
        ownBuffer.withLock { $0 = PixelBuffer() }
    }

    /// Runs `work` on one of the threads, as soon as one is free.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        try await enqueue(.light) { _ throws(ValidationError) in try work() }
    }

    /// Runs `work`, which needs libvips, as soon as there are a thread and enough memory.
    ///
    /// The buffer is the thread's; nothing in it outlives `work`.
    static func runPictureWork<Value: Sendable>(
        _ weight: Weight = .light,
        _ work: @escaping @Sendable (borrowing PixelBuffer) throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        try await enqueue(weight) { buffer throws(ValidationError) in
            try VipsRuntime.start()
            defer {
                // libvips keeps buffers for each thread until told.
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
