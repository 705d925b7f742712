import CIsolation
import FoundationEssentials
import Glibc
import Ground
import Synchronization

/// A process that a ``ForkServer`` has forked, and the connection to it.
///
/// It ends at the latest with this object. Messages are for one thread at a time; any thread may call ``hangUp()``.
///
/// Clock: the limit of a child process, which tests set. Waits: on a thread that has nothing else to do.
public final class ForkedProcess: Sendable {
    private let line: Int32
    private let processID: pid_t
    private let server: ForkServer
    /// Whether the server has been asked for its end; its number may belong to another process after that.
    private let isOver = Mutex(false)

    init(line: Int32, processID: pid_t, server: ForkServer) {
        self.line = line
        self.processID = processID
        self.server = server
    }

    deinit {
        close(line)
    }

    /// Sends a message of any length.
    public func send(_ frame: Frame, by deadline: SuspendingClock.Instant) throws(IsolationError) {
        try Line(descriptor: line, deadline: deadline).write(frame)
    }

    /// Receives the answer to the message with a number; its parts are at most as long as given.
    ///
    /// Throws ``IsolationError/idle`` once the process has computed next to nothing for three seconds though it could, and
    /// ``IsolationError/heldUp`` if it could not for most of the time until the deadline. `meanwhile` is called ten times a
    /// second until there is an answer.
    public func receive(
        _ number: UInt64, headLimit: Int, bodyLimit: Int, by deadline: SuspendingClock.Instant,
        meanwhile: @escaping () -> Void
    ) throws(IsolationError) -> Frame {
        var quiet = QuietTime(computed: 0)
        let line = Line(descriptor: line, deadline: deadline) {
            [processID] () throws(IsolationError) in
            meanwhile()
            // Without its clock it has ended, and the connection ends with it.
            quiet.note(
                computed: headshot_computed(processID), isHeldUp: Self.isHeldUp(processID))
            if quiet.isOver { throw .idle }
        }
        do throws(IsolationError) {
            return try line.readFrame(number, headLimit: headLimit, bodyLimit: bodyLimit)
        } catch {
            throw error == .late && quiet.wasHeldUp ? .heldUp : error
        }
    }

    /// Whether a thread of a process waits for a processor, or for the disk, as for memory that was written out.
    private static func isHeldUp(_ process: pid_t) -> Bool {
        let threads = "/proc/\(process)/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
        return names.contains { name in
            let status = Descriptor.kernelText("\(threads)/\(name)/stat")
            // The state follows the name, which is in brackets and may have any in it.
            let state = status?.split(separator: ")").last?.first { $0 != " " }
            return state == "R" || state == "D"
        }
    }

    /// Lets other processes compute first, from now on; to be called before ``finish(within:)`` only.
    public func stepBack() {
        // Best effort: without it, it still has no more than its share.
        _ = headshot_step_back(processID)
    }

    /// Ends the connection: a caller that waits for an answer gets ``IsolationError/closed``.
    public func hangUp() {
        shutdown(line, Int32(SHUT_RDWR))
    }

    /// Ends the process and waits until it has gone; returns how it had ended unasked, within `patience`.
    ///
    /// Nil if it was ended here, now or before. If its server has gone, the machine has ended both.
    @discardableResult
    public func finish(within patience: Duration = .zero) -> ChildEnd? {
        isOver.withLock { isOver in
            guard !isOver else { return nil }
            isOver = true
            return end(within: patience)
        }
    }

    private func end(within patience: Duration) -> ChildEnd? {
        let deadline = SuspendingClock.now + patience
        do throws(IsolationError) {
            while patience > .zero {
                if let end = try server.end(of: processID, killing: false) { return end }
                if SuspendingClock.now >= deadline { break }
                usleep(1000)
            }
            _ = try server.end(of: processID, killing: true)
            return nil
        } catch {
            server.finish()
            return .signal(SIGKILL)
        }
    }
}

/// How long a process has computed next to nothing though it could, in looks at its clock.
///
/// Looks are counted, not seconds: if the machine itself stands still, no one looks.
struct QuietTime {
    private var mark: Int64
    private var last: Int64
    private var looks = 0
    private var (all, heldUp) = (0, 0)

    /// A wait has less, also one that wakes up now and then.
    private static let leastComputed: Int64 = 10_000_000
    /// What it computes from one look to the next if it has a hundredth of a processor.
    private static let leastAtOnce: Int64 = 1_000_000
    private static let most = Int(Duration.seconds(3) / Line.watchInterval)

    init(computed: Int64) {
        (mark, last) = (computed, computed)
    }

    /// Notes the CPU time that it has used so far, in nanoseconds.
    ///
    /// - Parameter isHeldUp: Whether the machine keeps it from computing.
    mutating func note(computed: Int64, isHeldUp: @autoclosure () -> Bool) {
        all += 1
        let isSlow = computed - last < Self.leastAtOnce
        last = computed
        if computed - mark >= Self.leastComputed {
            (mark, looks) = (computed, 0)
        } else if !isHeldUp() {
            looks += 1
        } else if isSlow {
            heldUp += 1
        }
    }

    /// Whether it has waited for too long.
    var isOver: Bool { looks >= Self.most }

    /// Whether the machine kept it from computing at most looks.
    var wasHeldUp: Bool { 2 * heldUp > all }
}
