public import Foundation
import Glibc

/// Sends bytes to a port of 127.0.0.1 and gives all bytes that come back until the other side closes.
///
/// For tests that must see what an HTTP client hides: where an answer breaks off, and how.
public func exchangeRaw(_ bytes: Data, port: UInt16) async throws -> Data {
    try await exchangeRaw(bytes) { () throws(POSIXError) in try connectToLoopback(port) }
}

/// The same through a socket in the file system.
public func exchangeRaw(_ bytes: Data, path: String) async throws -> Data {
    try await exchangeRaw(bytes) { () throws(POSIXError) in try connectToSocket(path) }
}

private func exchangeRaw(
    _ bytes: Data, over connect: @escaping @Sendable () throws(POSIXError) -> LoopbackSocket
) async throws -> Data {
    let received = Observed<Result<Data, POSIXError>?>(nil)
    Thread.detachNewThread {
        let result = Result { () throws(POSIXError) in
            let socket = try connect()
            defer { socket.close() }
            socket.write(bytes)
            return socket.readToEnd()
        }
        received.update { $0 = result }
    }
    return try await received.wait { $0 }.get()
}

private func connectToLoopback(_ port: UInt16) throws(POSIXError) -> LoopbackSocket {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try connected(to: address, of: AF_INET)
}

private func connectToSocket(_ path: String) throws(POSIXError) -> LoopbackSocket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
        // A byte less, so that a zero byte ends it.
        unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return try connected(to: address, of: AF_UNIX)
}

/// Connects a new socket to an address, which must be the structure of its family.
private func connected<Address: BitwiseCopyable>(
    to address: Address, of family: Int32
) throws(POSIXError) -> LoopbackSocket {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let status = unsafe withUnsafePointer(to: address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            unsafe connect(descriptor, address, socklen_t(MemoryLayout<Address>.size))
        }
    }
    guard status == 0 else {
        let code = errno
        close(descriptor)
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    return LoopbackSocket(descriptor)
}
