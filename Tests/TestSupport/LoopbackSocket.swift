internal import Foundation
internal import Glibc

/// One connection, used by one thread, which closes it.
struct LoopbackSocket: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Connects to a port of this machine.
    init?(to port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { [descriptor] address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, length) == 0
            }
        }
        guard isConnected else {
            Glibc.close(descriptor)
            return nil
        }
    }

    /// Connects to a unix socket.
    init?(toSocket path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isNamed = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            unsafe room.copyBytes(from: bytes)
            return true
        }
        let isConnected = unsafe withUnsafePointer(to: &address) { [descriptor] address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isNamed, isConnected else {
            Glibc.close(descriptor)
            return nil
        }
    }

    /// Reads so many bytes, or fewer when the connection ends before.
    func read(_ count: Int) -> Data {
        var data = Data()
        while data.count < count, let piece = readSome(atMost: count - data.count) {
            data += piece
        }
        return data
    }

    /// Reads a request, and says whether it is whole; the connection may end before it is.
    func readRequest() -> (bytes: Data, isWhole: Bool) {
        var head = Data()
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = readSome(atMost: 1) else { return (head, false) }
            head += byte
        }
        let length =
            String(decoding: head, as: UTF8.self).lowercased()
            .split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) } ?? 0
        let body = read(length)
        return (head + body, body.count == length)
    }

    /// Reads until the connection ends, in whichever way.
    func readToEnd() -> Data {
        var data = Data()
        while let piece = readSome(atMost: 65_536) { data += piece }
        return data
    }

    /// Writes all bytes, or as many as the other side takes.
    func write(_ data: Data) {
        var rest = data
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                // Without the flag a peer that went away would end the test process.
                unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the connection without closing it, so that whoever reads it goes on; any thread may.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Makes `close` send a reset in place of an orderly end, whatever was left unread.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func close() {
        Glibc.close(descriptor)
    }

    /// Reads what there is; nil when the connection has ended.
    func readSome(atMost count: Int) -> Data? {
        var buffer = [UInt8](repeating: 0, count: count)
        let got = unsafe recv(descriptor, &buffer, count, 0)
        return got > 0 ? Data(buffer[..<got]) : nil
    }
}
