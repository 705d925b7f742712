/// Who asks a model: asked once, it answers once.
///
/// A provider never sends a request a second time and never throws: every end, down to a cable
/// that was pulled, is an ``Answer`` that says what is known about the money.
public protocol ModelProvider: Sendable {
    /// The provider's name, under which jobs, charges and gates are kept: `gemini`.
    var name: String { get }

    /// Sends one request and waits for the answer.
    ///
    /// Cancelling the task aborts the transfer at once; the answer then still tells whether the
    /// request had left.
    ///
    /// - Parameters:
    ///   - request: What is sent, and what is wanted of it.
    ///   - progress: Called in order, on a thread of the provider's that carries other
    ///     transfers too: it must return quickly.
    func generate(
        _ request: ModelRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer

    /// The models that the key can use; free, and cancelled with its task.
    func models() async -> ModelListing
}

/// How far a request has come, as the transfer itself tells.
public enum TransferProgress: Sendable, Equatable {
    /// So many bytes of the request's body were handed to the network, of so many in all.
    case uploading(sent: Int, total: Int)
    /// The last byte of the body was handed to the network: the model works now.
    case processing
}
