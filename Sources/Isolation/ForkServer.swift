import CIsolation
public import FoundationEssentials
import Glibc
import Synchronization

/// A child process that is ready for work, has none, and forks a process for each piece of it.
///
/// What one piece does to its process reaches no other: each has a separate process and connection, which both end
/// with it. The server itself never reads from those connections.
///
/// Clock: the limit of a child process.
public final class ForkServer: Sendable {
    private let process: ChildProcess
    /// One request at a time.
    private let turn = Mutex(())

    /// Starts the program at `path`, which must run a ``ForkService``.
    public init(
        path: String, arguments: [String], environment: [String], sharing shared: SharedBytes? = nil
    ) throws(IsolationError) {
        process = try ChildProcess(
            path: path, arguments: arguments, environment: environment, sharing: shared)
    }

    /// Receives what it reports about itself when it is ready.
    public func greeting(
        limit: Int, by deadline: SuspendingClock.Instant
    ) throws(IsolationError) -> Data {
        try process.receive(0, headLimit: limit, bodyLimit: 0, by: deadline).head
    }

    /// Whether it has ended.
    public var hasEnded: Bool { process.hasEnded }

    /// Ends it, and all that it has forked.
    @discardableResult
    public func finish() -> ChildEnd { process.finish() }

    /// Has it fork a process that may compute for so many seconds.
    public func fork(computingSeconds: Int) throws(IsolationError) -> ForkedProcess {
        let ends = try LineEnds()
        defer { close(ends.other) }
        do throws(IsolationError) {
            let answer = try ask(.fork, UInt32(clamping: computingSeconds), with: ends.other)
            guard answer.first > 0 else { throw .notStarted(errno: answer.second) }
            return ForkedProcess(line: ends.own, processID: answer.first, server: self)
        } catch {
            close(ends.own)
            throw error
        }
    }

    /// How a forked process has ended; nil if it has not.
    func end(of processID: pid_t, killing: Bool) throws(IsolationError) -> ChildEnd? {
        let answer = try ask(killing ? .kill : .look, UInt32(bitPattern: processID))
        return answer.first == 0 ? nil : ChildEnd(status: answer.second)
    }

    /// A request takes microseconds; this is for a machine that does nothing else for a while.
    private static let time: Duration = .seconds(30)

    private func ask(
        _ request: ForkRequest, _ value: UInt32, with descriptor: Int32? = nil
    ) throws(IsolationError) -> (first: Int32, second: Int32) {
        try turn.withLock { _ throws(IsolationError) in
            let line = Line(descriptor: process.line, deadline: .now + Self.time)
            let bytes = request.bytes(value)
            if let descriptor {
                let status = unsafe bytes.withUnsafeBytes {
                    unsafe headshot_send_descriptor(
                        process.line, $0.baseAddress, $0.count, descriptor)
                }
                guard status == 0 else { throw .closed }
            } else {
                try line.write(bytes)
            }
            let answer = try line.read(ForkRequest.byteCount)
            return (
                Int32(truncatingIfNeeded: answer.prefix(4).littleEndian),
                Int32(truncatingIfNeeded: answer.suffix(4).littleEndian)
            )
        }
    }
}

/// What a ``ForkServer`` can be asked for, in two numbers; it answers with two.
enum ForkRequest: UInt32 {
    /// Fork a process, for the connection that is sent with this; its value is the seconds that it may compute.
    ///
    /// The answer is the number of the process, or -1 and the reason.
    case fork = 1
    /// See whether the process with that number has ended; the answer is 0, or 1 and its status.
    case look
    /// End it, with the same answer.
    case kill

    static let byteCount = 8

    func bytes(_ value: UInt32) -> Data { Self.bytes(rawValue, value) }

    static func bytes(_ first: UInt32, _ second: UInt32) -> Data {
        Data(littleEndian: UInt64(second) << 32 | UInt64(first), byteCount: byteCount)
    }
}
