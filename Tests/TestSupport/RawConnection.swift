internal import Dispatch
public import Foundation
internal import Synchronization

/// One connection to a port of 127.0.0.1 that sends and receives bytes as a test says, and can be left open.
public final class RawConnection: Sendable {
    private let socket: LoopbackSocket
    private let reads: Bool
    private let isEnded = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    private let received = Observed(Received())

    private struct Received: Sendable {
        var bytes = Data()
        var isClosed = false
    }

    /// Connects.
    ///
    /// - Parameter reads: Whether it reads what the server sends; otherwise the server's bytes stay in the network.
    public init(port: UInt16, reads: Bool = true) throws {
        guard let socket = LoopbackSocket(to: port) else { throw POSIXError(.ECONNREFUSED) }
        self.socket = socket
        self.reads = reads
        guard reads else { return }
        let (received, ended) = (received, ended)
        Thread.detachNewThread {
            while let piece = socket.readSome(atMost: 65_536) {
                received.update { $0.bytes += piece }
            }
            received.update { $0.isClosed = true }
            // Its number must not become another's while this connection is in use.
            ended.wait()
            socket.close()
        }
    }

    deinit { close() }

    /// What has arrived so far.
    public var bytes: Data { received.value.bytes }

    /// Whether the server has closed the connection.
    public var isClosed: Bool { received.value.isClosed }

    /// Sends bytes; the test process sends little, so that this does not block.
    public func send(_ text: String) { socket.write(Data(text.utf8)) }

    /// Ends the connection from this side; one that does not read is reset.
    public func close() {
        guard !isEnded.exchange(true, ordering: .relaxed) else { return }
        if reads {
            socket.end()
            ended.signal()
            return
        }
        socket.reset()
        socket.close()
    }

    /// Waits until a text has arrived so many times, or the server has closed the connection; returns all that arrived.
    @discardableResult
    public func wait(for text: String, times: Int = 1) async throws -> String {
        try await received.wait { received in
            let all = String(decoding: received.bytes, as: UTF8.self)
            let count = all.components(separatedBy: text).count - 1
            return count >= times || received.isClosed ? all : nil
        }
    }

    /// Waits until so many bytes have arrived, or the server has closed the connection.
    public func wait(forBytes count: Int) async throws {
        try await received.wait { $0.bytes.count >= count || $0.isClosed ? () : nil }
    }

    /// Waits until the server has closed the connection; returns all that arrived.
    @discardableResult
    public func waitForClose() async throws -> Data {
        try await received.wait { $0.isClosed ? $0.bytes : nil }
    }
}

/// Throws if something takes longer than a time that would be far too long.
@discardableResult
public func within<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TooSlow(limit: limit)
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw TooSlow(limit: limit) }
        return value
    }
}

/// Something took longer than it may.
public struct TooSlow: Error, Sendable {
    /// The time that it had.
    public let limit: Duration
}
