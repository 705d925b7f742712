import Dispatch
import Glibc

/// Rings by a byte that is written to a file.
///
/// A process that has committed a change writes a byte to the lock file; the kernel wakes every process that watches that
/// file. A process that dies between the two does not ring.
final class FileBell: QueueBell {
    /// Whether the kernel watches the file; it refuses if there are too many watches.
    let isWatching: Bool
    private let changes: CInt
    /// A pair of sockets: a cancellation writes to one, which wakes the wait on the other.
    private let cancellations: (read: CInt, write: CInt)
    private let thread = DispatchQueue(label: "headshot.bell")

    init(lock: String) {
        changes = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        var ends: [CInt] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        unsafe socketpair(AF_UNIX, CInt(kind), 0, &ends)
        cancellations = (ends[0], ends[1])
        isWatching = unsafe inotify_add_watch(changes, lock, UInt32(IN_MODIFY)) >= 0
    }

    deinit {
        close(changes)
        close(cancellations.read)
        close(cancellations.write)
    }

    @discardableResult
    func wait(for duration: Duration) async -> Bool {
        let milliseconds = CInt(clamping: Int64(duration / .milliseconds(1)))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.async { [self] in continuation.resume(returning: listen(milliseconds)) }
            }
        } onCancel: {
            var byte: UInt8 = 0
            unsafe write(cancellations.write, &byte, 1)
        }
    }

    private func listen(_ milliseconds: CInt) -> Bool {
        var descriptors = [changes, cancellations.read].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        for descriptor in descriptors where descriptor.revents != 0 { Self.empty(descriptor.fd) }
        return descriptors[0].revents != 0
    }

    /// Drains the descriptor, so that the next wait waits.
    private static func empty(_ descriptor: CInt) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
