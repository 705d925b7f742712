internal import Foundation
internal import Glibc
internal import Synchronization

/// A proxy on loopback before a server, which tests take away and put back, and which cuts connections where they say.
public final class LoopbackProxy: Sendable {
    /// Where a connection is cut.
    public enum Cut: Sendable, CaseIterable {
        /// Before the message reaches the server.
        case before
        /// After the server got the message, before its answer comes back.
        case after
    }

    fileprivate struct State {
        var isAway = false
        /// What waits for its message, the first first.
        var cuts: [(words: Data, cut: Cut, isLast: Bool)] = []
        /// What is answered in place of the server.
        var answers: [(words: Data, answer: Data)] = []
        var open: [Int: [LoopbackSocket]] = [:]
        var last = 0
    }

    /// The part that threads keep, so that the proxy itself can go.
    private final class Shared: Sendable {
        let state = Mutex(State())
        /// Connections whose answers nobody gets any more.
        let muted = Mutex<Set<Int>>([])
    }

    private let listener: LoopbackListener
    private let shared: Shared

    /// Begins to pass bytes between a free port and the socket of a server.
    public convenience init(before server: KeptPostgres) throws {
        let path = server.socket
        try self.init { LoopbackSocket(toSocket: path) }
    }

    /// Begins to pass bytes between a free port and a server's.
    public convenience init(before port: UInt16) throws {
        try self.init { LoopbackSocket(to: port) }
    }

    private init(_ connect: @escaping @Sendable () -> LoopbackSocket?) throws {
        listener = try LoopbackListener()
        shared = Shared()
        let (listener, shared) = (listener, shared)
        Thread {
            while let client = listener.accept() {
                Thread { Self.serve(client, connect, shared) }.start()
            }
        }.start()
    }

    deinit {
        takeAway()
        listener.close()
    }

    /// Its address and port, for a URL.
    public var host: String { "127.0.0.1:\(listener.port)" }

    /// Its address for plain HTTP.
    public var url: String { "http://\(host)" }

    /// Cuts the next connection whose client sends these words.
    ///
    /// - Parameter isLast: Whether the server is away from then on.
    public func cut(_ cut: Cut, at words: String, isLast: Bool = false) {
        shared.state.withLock { $0.cuts.append((Data(words.utf8), cut, isLast)) }
    }

    /// Answers each request with these words in place of the server, and ends its connection.
    public func answer(_ words: String, with answer: String) {
        shared.state.withLock { $0.answers.append((Data(words.utf8), Data(answer.utf8))) }
    }

    /// How many connections are still to be cut.
    public var cutsLeft: Int { shared.state.withLock(\.cuts.count) }

    /// Ends all connections, and each new one at once.
    public func takeAway() {
        shared.state.withLock { state in
            state.isAway = true
            for socket in state.open.values.flatMap(\.self) { socket.end() }
        }
    }

    /// Passes bytes again.
    public func putBack() { shared.state.withLock { $0.isAway = false } }

    private static func serve(
        _ client: LoopbackSocket, _ connect: () -> LoopbackSocket?, _ shared: Shared
    ) {
        defer { client.close() }
        // A server has work with each connection, also with one that is ended at once.
        guard !shared.state.withLock(\.isAway), let server = connect() else { return }
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
            while let piece = server.readSome(atMost: 65_536) {
                if shared.muted.withLock({ $0.contains(number) }) { break }
                client.write(piece)
            }
            client.end()
            answers.signal()
        }.start()
        // libpq sends a short statement in one piece.
        while let piece = client.readSome(atMost: 65_536) {
            let answer = shared.state.withLock { state in
                state.answers.first { piece.range(of: $0.words) != nil }?.answer
            }
            if let answer {
                client.write(answer)
                break
            }
            let cut = shared.state.withLock { $0.take(piece) }
            if cut == .before { break }
            if cut == .after { _ = shared.muted.withLock { $0.insert(number) } }
            server.write(piece)
            if cut == .after {
                // Its answer has come, and goes nowhere.
                answers.wait()
                answers.signal()
                break
            }
        }
        client.end()
        server.end()
        answers.wait()
        // Before the numbers of the sockets can be others'.
        shared.state.withLock { _ = $0.open.removeValue(forKey: number) }
    }
}

extension LoopbackProxy.State {
    /// The cut that a piece meets; it is done then.
    fileprivate mutating func take(_ piece: Data) -> LoopbackProxy.Cut? {
        guard let next = cuts.first, piece.range(of: next.words) != nil else { return nil }
        cuts.removeFirst()
        if next.isLast { isAway = true }
        return next.cut
    }
}
