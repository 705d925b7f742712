internal import Dispatch
internal import Foundation
internal import Glibc

/// A listening socket on 127.0.0.1, and the release that its connections wait for.
final class LoopbackListener: Sendable {
    /// The port: the given one, or one that the kernel chose.
    let port: UInt16
    private let listener: Int32
    private let gate = DispatchSemaphore(value: 0)

    init(on wanted: UInt16 = 0) throws(POSIXError) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw Self.lastError }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, SOMAXCONN) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw Self.lastError }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        Glibc.close(listener)
    }

    /// The next connection; nil once the listener is closed.
    func accept() -> LoopbackSocket? {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        // A child process that inherited it would keep the connection open after us.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return LoopbackSocket(descriptor)
    }

    /// Wakes whoever waits in `accept` or for the release, for good.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        release()
    }

    func release() {
        gate.signal()
    }

    func waitForRelease() {
        gate.wait()
        // The next in line may go as well.
        gate.signal()
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
