import CVips
import Dispatch
import FoundationEssentials
import Synchronization
import Validation

/// The few threads that run all blocking work of this module.
///
/// Decoding takes up to two seconds and cannot be interrupted, so it must not occupy the threads of Swift's
/// concurrency. Work that has started always finishes, even when its task is cancelled.
package enum ImageLane {
    /// More would not help: the work is limited by the processors.
    private static let mostThreads = 4

    private static let queues =
        (0..<min(mostThreads, max(1, ProcessInfo.processInfo.activeProcessorCount))).map {
            DispatchQueue(label: "headshot.photo.\($0)")
        }
    private static let turns = Atomic(0)

    /// The calling thread's buffer, in a process where that thread does all work.
    private static let ownBuffer = Mutex<PixelBuffer?>(nil)

    /// Makes the calling thread do its own work, in this process and from now on.
    ///
    /// For a process that does one thing at a time and may not have the resources for threads.
    package static func runInline() {
        ownBuffer.withLock { $0 = PixelBuffer() }
    }

    /// Whether the calling thread does its own work.
    static var isInline: Bool { ownBuffer.withLock { $0 != nil } }

    /// Runs `work` on the next of the threads, as soon as it has done what it was given before.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        let result: Result<Value, ValidationError> = await withCheckedContinuation { continuation in
            let operation = { @Sendable in
                do throws(ValidationError) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if isInline {
                operation()
            } else {
                let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
                queues[turn % queues.count].async(execute: operation)
            }
        }
        return try result.get()
    }

    /// Runs `work`, which needs libvips, as soon as a thread is free.
    ///
    /// The buffer is lent: no picture in it leaves `work`, since pictures are not `Sendable`.
    static func runPictureWork<Value: Sendable>(
        _ work: @escaping @Sendable (borrowing PixelBuffer) throws(ValidationError) -> Value
    ) async throws(ValidationError) -> Value {
        try await run { () throws(ValidationError) in
            try VipsRuntime.start()
            // libvips keeps buffers for each thread until this call.
            defer { vips_thread_shutdown() }
            let value: Value? = try ownBuffer.withLock { own throws(ValidationError) in
                switch own {
                case .some(let buffer): try work(buffer)
                case .none: nil
                }
            }
            // Not under the lock, which other threads would wait for.
            if let value { return value }
            defer { VipsRuntime.trimMemory() }
            return try work(PixelBuffer())
        }
    }
}
