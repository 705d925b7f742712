public import Foundation

/// Where strangers' pictures are decoded: a few processes of this program that can do nothing else.
///
/// A process has one picture at a time. One whose picture crashes it, or takes more than its ``DecoderLimits``,
/// ends, and another takes its place; the picture is refused. Processes start when they are needed first, and
/// end with the pool, however that ends.
public final class DecoderPool: Sendable {
    private let program: DecoderProgram
    private let limits: DecoderLimits
    /// The most processes.
    let size: Int
    /// What a reply depends on besides the picture and the task.
    let settings: String
    private let queue = DecodingQueue()
    private let greeted: GreetingNote
    private let health = DecoderHealth()

    /// More would not help: pixels are work for processors.
    public static let usualSize = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))

    /// Creates a pool of at most `size` processes; none is started yet.
    ///
    /// `report` is told once what the first process says of itself.
    public init(
        _ program: DecoderProgram, size: Int = usualSize, limits: DecoderLimits = DecoderLimits(),
        report: @escaping @Sendable (DecoderGreeting) -> Void = { _ in }
    ) {
        self.program = program
        self.size = size
        self.limits = limits
        settings =
            "\(PictureWork.version)\(program.nets == nil ? "" : " \(DecoderProgram.withNets)")"
        greeted = GreetingNote(report: report)
    }

    deinit {
        queue.close()
    }

    /// Does one task; what is wrong with the picture is in the reply's findings.
    ///
    /// A picture that cannot be decoded safely is refused, too, without facts; one whose process the machine ended is not,
    /// but thrown as ``WorkerError/decoderKilled(detail:)``. Cancellation ends the work at
    /// once, except for the check of a headshot: that was paid for.
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

    /// What a process of this pool says of itself.
    public func greeting() async throws(WorkerError) -> DecoderGreeting {
        if let greeting = greeted.greeting { return greeting }
        // Any task starts a process; this one ends at its first byte.
        _ = try await perform(.check(looks: false), on: Data())
        guard let greeting = greeted.greeting else { throw .decoderUnavailable(detail: "silent") }
        return greeting
    }

    /// Starts a thread with a process of its own.
    ///
    /// It does not end before the pool does: the system ends a process together with the thread that started it.
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
