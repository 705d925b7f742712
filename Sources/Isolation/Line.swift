import Foundation
import Glibc

/// The parent's end of the connection to a child, used until a deadline.
///
/// The time while the machine is suspended does not count.
struct Line {
    let descriptor: Int32
    let deadline: SuspendingClock.Instant

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
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        // Rounded up, so that the last wait is not a busy one.
        unsafe poll(&request, 1, Int32(clamping: Int64(rest / .milliseconds(1)) + 1))
    }
}
