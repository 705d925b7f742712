public import Foundation

/// Who makes the picture: asked once for one headshot, it answers once.
///
/// A provider never sends a request a second time and never throws: every end, down to a cable
/// that was pulled, is an ``Answer`` that says what is known about the money.
public protocol HeadshotProvider: Sendable {
    /// The provider's name, under which charges and gates are kept: `gemini`.
    var name: String { get }

    /// Asks for one headshot and waits for the answer.
    ///
    /// Cancelling the task aborts the transfer at once; the answer then still tells whether the
    /// request had left.
    ///
    /// - Parameters:
    ///   - request: The photo and the prompt.
    ///   - progress: Called in order, on a thread of the provider's that carries other
    ///     transfers too: it must return quickly.
    func generate(
        _ request: GenerationRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Answer

    /// The models that the key can use; free, and cancelled with its task.
    func models() async -> ModelListing
}

/// One headshot to be asked for.
public struct GenerationRequest: Sendable {
    /// Names this request in the provider's records; sent as `x-request-id`.
    public var id: String
    /// Which model is asked.
    public var model: String
    /// The words sent with the photo.
    public var prompt: String
    /// The photo as sent: the bytes of a JPEG.
    public var photo: Data

    /// Creates a request.
    public init(id: String, model: String, prompt: String, photo: Data) {
        self.id = id
        self.model = model
        self.prompt = prompt
        self.photo = photo
    }
}

/// How far a request has come, as the transfer itself tells.
public enum TransferProgress: Sendable, Equatable {
    /// So many bytes of the request's body were handed to the network, of so many in all.
    case uploading(sent: Int, total: Int)
    /// The last byte of the body was handed to the network: the model works now.
    case processing
}
