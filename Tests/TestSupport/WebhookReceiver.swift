internal import Foundation

/// A receiver of webhooks on loopback that refuses some messages, or closes their connections, and takes them the next time.
public final class WebhookReceiver: Sendable {
    private struct State: Sendable {
        var messages: [WebhookSight.Message] = []
        var known: Set<String> = []
        var dice: SplitMix64
    }

    private let listener: LoopbackListener
    private let state: Observed<State>

    /// Begins to listen on a free port; the same seed refuses the same messages by their numbers.
    public init(seed: UInt64) throws {
        listener = try LoopbackListener()
        state = Observed(State(dice: SplitMix64(state: seed)))
        let (listener, state) = (listener, state)
        Thread.detachNewThread {
            while let socket = listener.accept() {
                Thread.detachNewThread { Self.serve(socket, state) }
            }
        }
    }

    deinit { listener.close() }

    /// The address to which messages are sent.
    public var url: String { "http://127.0.0.1:\(listener.port)/hook" }

    /// What it got so far.
    public var messages: [WebhookSight.Message] { state.value.messages }

    private static func serve(_ socket: LoopbackSocket, _ state: Observed<State>) {
        defer { socket.close() }
        let (bytes, isWhole) = socket.readRequest()
        guard isWhole, let message = WebhookSight.Message(request: bytes, isAccepted: true) else {
            return
        }
        let fate = state.update { state in
            // A second refusal would be waited for five minutes.
            let isNew = state.known.insert(message.id).inserted
            let fate = isNew ? Int.random(in: 0..<8, using: &state.dice) : 7
            var received = message
            received.isAccepted = fate > 1
            state.messages.append(received)
            return fate
        }
        guard fate > 0 else { return }
        socket.write(ScriptedServer.answer(fate == 1 ? 500 : 204, Data()))
    }
}
