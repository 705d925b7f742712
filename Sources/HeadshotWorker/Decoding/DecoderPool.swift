public import Foundation

/// Decodes untrusted pictures, in a few processes of this program that can do nothing else.
///
/// A process has one picture at a time. If the picture crashes it or exceeds the ``DecoderLimits``, the picture is
/// refused and another process takes its place. Processes start when first needed, and always end with the pool.
public final class DecoderPool: Sendable {
    private let program: DecoderProgram
    private let limits: DecoderLimits
    /// The most processes.
    let size: Int
    private let queue = DecodingQueue()
    private let greeted: GreetingNote
    private let health = DecoderHealth()

    /// More would not help, since decoding is CPU work.
    public static let usualSize = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))

    /// Creates a pool of at most `size` processes; none is started yet.
    ///
    /// `report` is called once, with the greeting of the first process.
    public init(
        _ program: DecoderProgram, size: Int = usualSize, limits: DecoderLimits = DecoderLimits(),
        report: @escaping @Sendable (DecoderGreeting) -> Void = { _ in }
    ) {
        self.program = program
        self.size = size
        self.limits = limits
        greeted = GreetingNote(report: report)
    }

    deinit {
        queue.close()
    }

    /// Does one task; faults of the picture are in the reply's findings.
    ///
    /// A picture that cannot be decoded safely is also refused, without facts. If the machine killed the process,
    /// throws ``WorkerError/decoderKilled(detail:)`` instead. Cancellation ends the work at once, except for the check
    /// of a headshot, which was paid for.
    public func perform(
        _ task: PictureTask, on picture: Data
    ) async throws(WorkerError) -> PictureReply {
        let order = DecodingOrder(task, picture)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if queue.add(.init(order: order, continuation: continuation), most: size) {
                    startThread()
                }
                if order.isInterrupted { queue.remove(order) }
            }
        } onCancel: {
            guard !task.isPaidFor else { return }
            order.interrupt()
            queue.remove(order)
        }
        return try outcome.get()
    }

    /// The greeting of a process of this pool.
    public func greeting() async throws(WorkerError) -> DecoderGreeting {
        if let greeting = greeted.greeting { return greeting }
        // Any task starts a process; this one fails at its first byte.
        _ = try await perform(.check(looks: false), on: Data())
        guard let greeting = greeted.greeting else { throw .decoderUnavailable(detail: "silent") }
        return greeting
    }

    /// Starts a thread with its own process.
    ///
    /// The thread lives as long as the pool, because the system kills a process with the thread that started it.
    private func startThread() {
        let thread = Thread { [queue, program, limits, greeted, health] in
            var place = DecoderPlace(
                program, limits: limits, greeted: greeted, health: health)
            while let entry = queue.next() {
                entry.continuation.resume(returning: place.perform(entry.order))
            }
        }
        thread.name = "headshot.decoder"
        thread.start()
    }
}
