public import Foundation

/// A server on loopback that plays a script byte by byte, for faults that no real server shows.
///
/// Each connection, in the order of its arrival, plays one script on a thread of its own and is
/// closed at its end. Connections beyond the last script are closed at once. Everything ends
/// when the server goes away.
public final class ScriptedServer: Sendable {
    /// One thing that the server does with a connection.
    public enum Step: Sendable {
        /// Reads so many bytes.
        case read(Int)
        /// Reads a request: the headers, and as much of a body as they announce.
        case readRequest
        /// Writes bytes.
        case write(Data)
        /// Does nothing until ``ScriptedServer/release()``.
        case hold
        /// Reads until the other side closes or resets the connection.
        case awaitClose
        /// Makes the connection end with a reset; to be the last step.
        case reset
    }

    /// What has happened on one connection.
    public struct Connection: Sendable {
        /// Every byte that was read.
        public var received = Data()
        /// The requests that were read whole.
        public var requests: [Data] = []
        /// How many steps of the script are done.
        public var stepsDone = 0
        /// Whether the server has closed its end.
        public var isClosed = false
    }

    private let listener: LoopbackListener
    private let connections = Observed<[Connection]>([])

    /// Begins to listen on a free port.
    public convenience init(_ scripts: [Step]...) throws {
        try self.init(scripts: scripts)
    }

    /// Begins to listen on a free port.
    public init(scripts: [[Step]]) throws {
        listener = try LoopbackListener()
        let listener = listener
        let connections = connections
        Thread {
            for number in 0... {
                guard let socket = listener.accept() else { return }
                connections.update { $0.append(Connection()) }
                let script = number < scripts.count ? scripts[number] : []
                Thread { Self.play(script, number, socket, listener, connections) }.start()
            }
        }.start()
    }

    deinit {
        listener.close()
    }

    /// The port that the server listens on.
    public var port: UInt16 { listener.port }

    /// The server's address for plain HTTP.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// What has happened so far, by connection.
    public var log: [Connection] { connections.value }

    /// Every request that was read whole.
    public var requests: [Data] { log.flatMap(\.requests) }

    /// Lets every `hold` go on, now and later.
    public func release() {
        listener.release()
    }

    /// Refuses further connections, and lets every `hold` go on.
    public func stopListening() {
        listener.close()
    }

    /// Waits until a connection has done so many steps of its script.
    public func wait(forSteps count: Int, onConnection number: Int = 0) async throws {
        try await connections.wait { log in
            number < log.count && log[number].stepsDone >= count ? () : nil
        }
    }

    /// Waits until the server has closed its end of a connection.
    public func wait(forClosed number: Int) async throws {
        try await connections.wait { log in
            number < log.count && log[number].isClosed ? () : nil
        }
    }

    private static func play(
        _ script: [Step], _ number: Int, _ socket: LoopbackSocket, _ listener: LoopbackListener,
        _ connections: Observed<[Connection]>
    ) {
        defer {
            socket.close()
            connections.update { $0[number].isClosed = true }
        }
        for step in script {
            var received = Data()
            var isRequest = false
            switch step {
            case .read(let count):
                received = socket.read(count)
            case .readRequest:
                (received, isRequest) = socket.readRequest()
            case .write(let data):
                socket.write(data)
            case .hold:
                listener.waitForRelease()
            case .awaitClose:
                received = socket.readToEnd()
            case .reset:
                socket.reset()
            }
            connections.update { [received, isRequest] log in
                log[number].received += received
                if isRequest { log[number].requests.append(received) }
                log[number].stepsDone += 1
            }
        }
    }

    /// An HTTP/1.1 answer with a body of known length.
    public static func answer(_ status: Int, _ body: Data, headers: [String] = []) -> Data {
        let lines =
            ["HTTP/1.1 \(status) Scripted", "Content-Type: application/json"] + headers
            + ["Content-Length: \(body.count)", "", ""]
        return Data(lines.joined(separator: "\r\n").utf8) + body
    }
}
