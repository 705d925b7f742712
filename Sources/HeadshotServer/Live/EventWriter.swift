import Answers
import Hummingbird
import NIOCore

/// Writes server-sent events.
///
/// Clock: a connection is silent by its own time, whatever time the queue has.
struct EventWriter {
    private var writer: any ResponseBodyWriter
    private var number = 0
    private var wrote = ContinuousClock.now
    private let silence: Duration

    /// - Parameter silence: How long the connection may be silent.
    init(_ writer: any ResponseBodyWriter, silence: Duration) {
        self.writer = writer
        self.silence = silence
    }

    /// Says after how many milliseconds a client connects again.
    @concurrent
    mutating func begin() async throws { try await write("retry: 2000\n\n") }

    @concurrent
    mutating func write(_ event: String, _ data: some Encodable & Sendable) async throws {
        number += 1
        let line = try AnswerJSON.line(data)
        try await write("event: \(event)\nid: \(number)\ndata: \(line)\n\n")
    }

    /// Shows that the connection lives, if nothing else did for a while.
    @concurrent
    mutating func keepAlive() async throws {
        guard wrote.duration(to: .now) >= silence else { return }
        try await write(": keep-alive\n\n")
    }

    /// Says that the server ends the events, not the job.
    @concurrent
    mutating func bye() async throws { try await write("event: bye\ndata: {}\n\n") }

    @concurrent
    mutating func end() async throws { try await writer.finish(nil) }

    @concurrent
    private mutating func write(_ text: String) async throws {
        wrote = .now
        try await writer.write(ByteBuffer(string: text))
    }
}
