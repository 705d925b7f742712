import FoundationEssentials
import Glibc
import Ground

/// The child's end of the connection to its parent.
///
/// Calls block. Use it from one thread only.
public struct ParentLine: Sendable {
    /// The connection itself.
    public let descriptor: Int32

    /// Creates the connection in a process that was started as a ``ChildProcess``: it is the standard input.
    public init() {
        self.init(descriptor: STDIN_FILENO)
    }

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next message; nil once the parent is gone.
    public func receive() -> Frame? {
        guard let parts = read(Frame.prefixByteCount).map(Frame.parts),
            let head = read(parts.head), let body = read(parts.body)
        else { return nil }
        return Frame(parts.number, head: head, body: body)
    }

    /// Sends a message; if the parent is gone, the next ``receive()`` returns nil.
    public func send(_ frame: Frame) {
        for part in [frame.prefix + frame.head, frame.body] {
            guard Descriptor.write(part, to: descriptor) else { return }
        }
    }

    private func read(_ count: Int) -> Data? {
        var bytes = Data(count: count)
        var filled = 0
        while filled < count {
            let read = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(
                    descriptor, $0.baseAddress?.advanced(by: filled), count - filled)
            }
            if read < 0 && errno == EINTR { continue }
            guard read > 0 else { return nil }
            filled += read
        }
        return bytes
    }
}
