import Dispatch
import Glibc

/// Time as it passes, whatever the machine's clock shows, and the ways to let it pass; a test brings another one.
///
/// Clock: the only one for waiting. Waits: as the caller says.
public struct PassingTime: Sendable {
    /// A moment to compare with others.
    public let now: @Sendable () -> ContinuousClock.Instant
    /// Lets time pass, and blocks the thread meanwhile.
    public let block: @Sendable (Duration) -> Void
    /// Lets time pass; throws when the task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// Uses other time than the machine's.
    public init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        block: @escaping @Sendable (Duration) -> Void,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.block = block
        self.sleep = sleep
    }

    /// The machine's.
    public static let ofMachine = PassingTime(
        now: { ContinuousClock.now },
        block: { pause in
            let (seconds, attoseconds) = pause.components
            var rest = timespec(
                tv_sec: Int(clamping: seconds), tv_nsec: Int(clamping: attoseconds / 1_000_000_000))
            var left = timespec()
            // A signal ends it early.
            while unsafe nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
        },
        sleep: { pause in try await Task.sleep(for: pause) })

    /// The same for what goes on when its task is cancelled.
    public var evenIfCancelled: PassingTime {
        PassingTime(now: now, block: block) { pause in
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) {
                    continuation.resume()
                }
            }
        }
    }
}

/// How long something is tried again: after pauses that double, until a deadline, or so often.
///
/// Waits: by the time that is passed in.
public struct Patience: Sendable {
    /// No pause that ends later is begun; `nil` for no end.
    private let deadline: ContinuousClock.Instant?
    private var pausesLeft = Int.max
    /// The pause before the next try.
    private var pause: Duration
    private let longest: Duration
    private let time: PassingTime

    /// Begins now.
    ///
    /// - Parameters:
    ///   - first: The pause after the first try.
    ///   - longest: The pause that the others grow to; `nil` for pauses of one length.
    ///   - deadline: Until when there are tries; `nil` for no end.
    public init(
        first: Duration, longest: Duration? = nil, until deadline: ContinuousClock.Instant?,
        _ time: PassingTime
    ) {
        pause = first
        self.longest = longest ?? first
        self.deadline = deadline
        self.time = time
    }

    /// The same for a length of time.
    public init(
        first: Duration, longest: Duration? = nil, for limit: Duration, _ time: PassingTime
    ) {
        self.init(first: first, longest: longest, until: time.now() + limit, time)
    }

    /// The same for a number of pauses, however long they really take.
    public init(first: Duration, longest: Duration, pauses: Int, _ time: PassingTime) {
        self.init(first: first, longest: longest, until: nil, time)
        pausesLeft = pauses
    }

    /// Whether there is time for another try after the next pause.
    public var isLeft: Bool {
        pausesLeft > 0 && (deadline.map { time.now() + pause < $0 } ?? true)
    }

    /// The next pause; `nil` if there is no time for it.
    public mutating func next() -> Duration? {
        guard isLeft else { return nil }
        defer {
            pause = min(pause * 2, longest)
            pausesLeft -= 1
        }
        return pause
    }

    /// Blocks the thread for the next pause; returns whether there was time for it.
    public mutating func wait() -> Bool {
        guard let pause = next() else { return false }
        time.block(pause)
        return true
    }

    /// Pauses the task; returns whether there was time for it.
    ///
    /// - Parameter factor: By how much to wait longer, so that several who wait do not try at one moment.
    public mutating func sleep(times factor: Double = 1) async throws -> Bool {
        guard let pause = next() else { return false }
        try await time.sleep(pause * factor)
        return true
    }
}
