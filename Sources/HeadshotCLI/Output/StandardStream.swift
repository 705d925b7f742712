import Foundation
import Glibc
import Ground
import Synchronization

/// Standard output or standard error, whose reader may go away, and whose file may be full.
///
/// A reader that goes away ends nothing: later output is dropped.
final class StandardStream: Sendable {
    /// For answers; ``write(_:)`` throws when one cannot be written.
    static let standardOutput = StandardStream(STDOUT_FILENO, isVital: true)

    /// For everything else; ``write(_:)`` never throws, since no work may end because its log cannot be written.
    static let standardError = StandardStream(STDERR_FILENO, isVital: false)

    let descriptor: Int32
    private let isVital: Bool
    /// Whether there may still be a reader; the lock also keeps lines of several threads apart.
    private let hasReader = Mutex(true)

    private init(_ descriptor: Int32, isVital: Bool) {
        self.descriptor = descriptor
        self.isVital = isVital
    }

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes a text at once, so that it is out even if the program is killed right after.
    func write(_ text: String) throws(UserMessage) { try write(Data(text.utf8)) }

    /// Writes bytes at once, as they are.
    func write(_ bytes: Data) throws(UserMessage) {
        let failure: Int32? = hasReader.withLock { hasReader in
            guard hasReader, let failure = put(Array(bytes)[...]) else { return nil }
            guard failure == EPIPE else { return failure }
            hasReader = false
            return nil
        }
        guard isVital, let failure else { return }
        throw .unwritableAnswer(detail: SystemError.words(for: failure))
    }

    /// Whether there may still be a reader.
    var isRead: Bool {
        hasReader.withLock { hasReader in
            var state = pollfd(fd: descriptor, events: 0, revents: 0)
            if unsafe poll(&state, 1, 0) == 1,
                state.revents & Int16(truncatingIfNeeded: POLLERR | POLLHUP) != 0
            {
                hasReader = false
            }
            return hasReader
        }
    }

    /// Throws for a command that only prints if its answers have no reader left.
    func mustHaveReader() throws(UserMessage) {
        guard !isVital || isRead else { throw .readerLeft }
    }

    /// Writes all bytes; returns the error that stopped it.
    private func put(_ bytes: ArraySlice<UInt8>) -> Int32? {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process that shares this stream made it non-blocking.
                var state = pollfd(
                    fd: descriptor, events: Int16(truncatingIfNeeded: POLLOUT), revents: 0)
                _ = unsafe poll(&state, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
