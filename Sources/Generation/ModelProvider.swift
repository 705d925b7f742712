public import Transfer

/// A service that runs models: one answer for each request.
///
/// A provider never sends a request twice and never throws: every end, down to a pulled cable, is an ``Answer``
/// that says what is known about the cost.
public protocol ModelProvider: Sendable {
    /// The provider's name, which jobs, charges and gates are stored under: `gemini`.
    var name: String { get }

    /// Sends one request and waits for the answer.
    ///
    /// Cancelling the task aborts the transfer at once; the answer still shows whether the request had been sent.
    ///
    /// - Parameters:
    ///   - request: What is sent, and what is requested.
    ///   - progress: Called in order, on a thread of the provider that also serves other transfers: it must
    ///   return quickly.
    func generate(
        _ request: ModelRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer

    /// The models that the key can use; free, and cancelled with its task.
    func models() async -> ModelListing

    /// Aborts the running requests as if cancelled, and refuses further ones.
    func shutDown()
}
