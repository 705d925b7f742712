internal import Foundation
internal import Glibc
internal import Synchronization

/// A proxy on loopback before a server there, which tests take away and put back.
public final class LoopbackProxy: Sendable {
    private struct State {
        var isAway = false
        var open: [Int: [LoopbackSocket]] = [:]
        var last = 0
    }

    private let listener: LoopbackListener
    private let state: Shared

    /// The part that threads keep, so that the proxy itself can go.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    /// Begins to pass bytes between a free port and a server's.
    public init(before port: UInt16) throws {
        listener = try LoopbackListener()
        state = Shared()
        let (listener, state) = (listener, state)
        Thread {
            while let client = listener.accept() {
                Thread { Self.serve(client, port, state) }.start()
            }
        }.start()
    }

    deinit {
        takeAway()
        listener.close()
    }

    /// The port that it listens on.
    public var port: UInt16 { listener.port }

    /// Its address for plain HTTP.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// Ends all connections, and each new one at once.
    public func takeAway() {
        state.state.withLock { state in
            state.isAway = true
            for socket in state.open.values.flatMap(\.self) { socket.end() }
        }
    }

    /// Passes bytes again.
    public func putBack() { state.state.withLock { $0.isAway = false } }

    private static func serve(_ client: LoopbackSocket, _ port: UInt16, _ shared: Shared) {
        defer { client.close() }
        guard let server = LoopbackSocket(to: port) else { return }
        defer { server.close() }
        let number: Int? = shared.state.withLock { state in
            guard !state.isAway else { return nil }
            state.last += 1
            state.open[state.last] = [client, server]
            return state.last
        }
        guard let number else { return }
        let answers = DispatchSemaphore(value: 0)
        Thread {
            server.pass(to: client)
            client.end()
            answers.signal()
        }.start()
        client.pass(to: server)
        server.end()
        answers.wait()
        // Before the numbers of the sockets can be others'.
        shared.state.withLock { _ = $0.open.removeValue(forKey: number) }
    }
}
