import Glibc
import Ground
import Synchronization

/// A program that runs as a child of this process, and the connection to it.
///
/// The child gets the other end of the connection as its standard input and the ``SharedBytes`` handed to it,
/// and no other descriptor or variable of this process. It is killed when the thread that started it ends, and
/// when this object is deallocated. Messages are for one thread at a time; any thread may call ``kill()``.
public final class ChildProcess: Sendable {
    let line: Int32
    private let processID: pid_t
    /// How the child ended, once it was reaped; after that, its process id may be reused.
    private let end = Mutex<ChildEnd?>(nil)

    /// Starts the program at `path`; `arguments` begin with the name it is called by.
    public init(
        path: String, arguments: [String], environment: [String], sharing shared: SharedBytes? = nil
    ) throws(IsolationError) {
        let ends = try LineEnds()
        line = ends.own
        defer { close(ends.other) }
        do throws(IsolationError) {
            processID = try Spawn.start(
                path, arguments: arguments, environment: environment, input: ends.other,
                shared: shared?.descriptor)
        } catch {
            close(ends.own)
            throw error
        }
    }

    deinit {
        waitForEnd(killing: true)
        close(line)
    }

    /// Sends a message of any length.
    public func send(_ frame: Frame, by deadline: SuspendingClock.Instant) throws(IsolationError) {
        try Line(descriptor: line, deadline: deadline).write(frame)
    }

    /// Receives the message with a number whose parts are at most as long as given.
    public func receive(
        _ number: UInt64, headLimit: Int, bodyLimit: Int, by deadline: SuspendingClock.Instant
    ) throws(IsolationError) -> Frame {
        try Line(descriptor: line, deadline: deadline)
            .readFrame(number, headLimit: headLimit, bodyLimit: bodyLimit)
    }

    /// Kills the child at once; the connection is closed after that.
    public func kill() {
        end.withLock { if $0 == nil { _ = Glibc.kill(processID, SIGKILL) } }
    }

    /// Whether the child has ended.
    public var hasEnded: Bool { waitForEnd(killing: false, options: WNOHANG) != nil }

    /// Waits up to `patience` for the child to end, and returns how it did; `nil` if it is still running.
    public func end(within patience: Duration) -> ChildEnd? {
        var patience = Patience(first: .milliseconds(1), for: patience, .ofMachine)
        repeat {
            if let end = waitForEnd(killing: false, options: WNOHANG) { return end }
        } while patience.wait()
        return nil
    }

    /// Kills the child if it is still running, and returns how it ended.
    @discardableResult
    public func finish() -> ChildEnd {
        waitForEnd(killing: true) ?? .exit(0)
    }

    @discardableResult
    private func waitForEnd(killing: Bool, options: Int32 = 0) -> ChildEnd? {
        end.withLock { end in
            guard end == nil else { return end }
            // A child that has already ended keeps its own end.
            if killing { _ = Glibc.kill(processID, SIGKILL) }
            var status: Int32 = 0
            var reaped: pid_t
            repeat {
                reaped = unsafe waitpid(processID, &status, options)
            } while reaped < 0 && errno == EINTR
            if reaped == processID { end = ChildEnd(status: status) }
            return end
        }
    }
}

/// How a child ended.
public enum ChildEnd: Sendable, Equatable {
    /// It exited with a status.
    case exit(Int32)
    /// A signal killed it.
    case signal(Int32)

    /// How it ended, as part of a sentence.
    public var words: String {
        switch self {
        case .exit(let status): "it ended with status \(status)"
        case .signal(let signal): "it was ended by signal \(signal)"
        }
    }

    init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    }
}
