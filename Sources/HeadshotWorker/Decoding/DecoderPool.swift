public import Decoding
public import Foundation
public import JobQueue

/// Decodes untrusted pictures, each in a separate process that can do nothing else.
///
/// If a picture crashes its process or exceeds the ``DecoderLimits``, the picture is refused. A picture that takes its time
/// holds up no other person's. The processes are forked by one that is started when first needed, and ends with the pool.
public final class DecoderPool: Sendable {
    private let server: DecoderServer
    /// The most processes that keep a processor busy.
    let size: Int
    private let queue: DecodingQueue

    /// One person's pictures in work at once.
    package static let mostOfPerson = 2

    /// More would not help, since decoding is CPU work.
    public static let usualSize = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))

    /// Creates a pool of at most `size` processes; none is started yet.
    ///
    /// `report` is called once, with the greeting of the first process.
    public init(
        _ program: DecoderProgram, size: Int = usualSize, limits: DecoderLimits = .usual,
        report: @escaping @Sendable (DecoderGreeting) -> Void = { _ in }
    ) {
        self.size = size
        queue = DecodingQueue(size: size)
        server = DecoderServer(program, limits: limits, report: report)
    }

    deinit {
        queue.close()
    }

    /// Does one task; faults of the picture are in the reply's findings.
    ///
    /// A picture that cannot be decoded safely is also refused, without facts. If the machine killed the process,
    /// throws ``WorkerError/decoderKilled(detail:)`` instead. Cancellation ends the work at once, except for the check
    /// of a headshot, which was paid for.
    ///
    /// - Parameter owner: Whose picture it is; nil for one of this machine's own user. A person and a space have few in work
    ///   at once.
    public func perform(
        _ task: PictureTask, on picture: Data, of owner: Person? = nil
    ) async throws(WorkerError) -> PictureReply {
        let order = DecodingOrder(task, picture, of: owner)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if queue.add(.init(order: order, continuation: continuation)) {
                    Self.startThread(queue, server)
                }
                if order.isInterrupted { queue.remove(order) }
            }
        } onCancel: {
            guard !task.isPaidFor else { return }
            order.interrupt()
            queue.remove(order)
        }
        return try outcome.get().marked(for: task, on: picture)
    }

    /// How many pictures wait or are in work.
    package var count: Int { queue.count }

    /// The greeting of a process of this pool.
    public func greeting() async throws(WorkerError) -> DecoderGreeting {
        if let greeting = server.greeting { return greeting }
        // Any task starts a process; this one fails at its first byte.
        _ = try await perform(.check(looks: false), on: Data())
        guard let greeting = server.greeting else { throw .decoderUnavailable(detail: "silent") }
        return greeting
    }

    /// Starts a thread that does one order after another.
    ///
    /// The thread lives as long as the pool, because the system kills a process with the thread that started it.
    private static func startThread(_ queue: DecodingQueue, _ server: DecoderServer) {
        let thread = Thread {
            while let entry = queue.next() {
                // Time alone can make room for several.
                if queue.reconsider() { startThread(queue, server) }
                let outcome = server.perform(entry.order) {
                    if queue.reconsider() { startThread(queue, server) }
                    if queue.isBehind(entry.order) { entry.order.stepBack() }
                }
                queue.finish(entry.order)
                entry.continuation.resume(returning: outcome)
            }
        }
        thread.name = "headshot.decoder"
        thread.start()
    }
}

/// How much of the machine one picture may use; a picture that needs more is not decoded.
public struct DecoderLimits: Sendable {
    /// Seconds of CPU time.
    ///
    /// The slowest photo within the limits, a HEIC of 17 megapixels, takes about 3.
    var computingSeconds = 20
    /// The wall time, on a machine that is busy with other work.
    var time: Duration = .seconds(90)

    /// Those that suit all photos within the limits; tests set others.
    public static let usual = DecoderLimits()
}
