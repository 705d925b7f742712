import FoundationEssentials
import Glibc

/// The parent's end of the connection to a child, used until a deadline.
///
/// The time while the machine is suspended does not count.
struct Line {
    let descriptor: Int32
    var deadline: SuspendingClock.Instant
    /// Called ten times a second while nothing arrives; what it throws ends the wait.
    var watch: (() throws(IsolationError) -> Void)?

    /// The longest wait between two calls of ``watch``.
    static let watchInterval = Duration.milliseconds(100)
    /// The time in which an answer that has begun must be complete: it was made before it was sent.
    ///
    /// One that drips is strange.
    private static let answerTime = Duration.seconds(8)

    func write(_ frame: Frame) throws(IsolationError) {
        for part in [frame.prefix + frame.head, frame.body] { try write(part) }
    }

    /// Reads the message with a number whose parts are at most as long as given.
    func readFrame(
        _ number: UInt64, headLimit: Int, bodyLimit: Int
    ) throws(IsolationError) -> Frame {
        let first = try read(1)
        var rest = self
        // Clock: the limit of the rest of a message that has begun.
        rest.deadline = min(deadline, .now + Self.answerTime)
        do throws(IsolationError) {
            let parts = Frame.parts(of: first + (try rest.read(Frame.prefixByteCount - 1)))
            guard parts.number == number else { throw .strange }
            guard parts.head <= headLimit, parts.body <= bodyLimit else { throw .tooLong }
            return Frame(
                number, head: try rest.read(parts.head), body: try rest.read(parts.body))
        } catch {
            throw error == .late || error == .idle ? .strange : error
        }
    }

    func write(_ bytes: Data) throws(IsolationError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                // MSG_NOSIGNAL: without SIGPIPE if the child has ended.
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { rest = rest.dropFirst(count) } else { try waitFor(POLLOUT) }
        }
    }

    func read(_ count: Int) throws(IsolationError) -> Data {
        var bytes = Data(count: count)
        var filled = 0
        while filled < count {
            let read = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), count - filled)
            }
            if read == 0 { throw .closed }
            if read > 0 { filled += read } else { try waitFor(POLLIN) }
        }
        return bytes
    }

    /// Interprets a call that transferred nothing, and waits if the connection is only busy.
    private func waitFor(_ event: Int32) throws(IsolationError) {
        switch errno {
        case EINTR: return
        case EAGAIN: break
        default: throw .closed
        }
        // Clock: that of the deadline.
        let rest = deadline - .now
        guard rest > .zero else { throw .late }
        let wait = watch == nil ? rest : min(rest, Self.watchInterval)
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        // Rounded up, so that the last wait is not a busy one.
        if unsafe poll(&request, 1, Int32(clamping: Int64(wait / .milliseconds(1)) + 1)) == 0 {
            try watch?()
        }
    }
}

/// The two ends of a new connection: a process keeps one, and another gets the other.
struct LineEnds {
    let own: Int32
    let other: Int32

    /// Only the own end does not block.
    init() throws(IsolationError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .notStarted(errno: errno)
        }
        (own, other) = (ends[0], ends[1])
        _ = fcntl(own, F_SETFL, O_NONBLOCK)
    }
}
