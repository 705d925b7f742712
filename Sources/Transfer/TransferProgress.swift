/// How far a request has come, as the transfer reports it.
public enum TransferProgress: Sendable, Equatable {
    /// How many bytes of the request's body were handed to the network, and how many there are.
    case uploading(sent: Int, total: Int)
    /// The last byte of the body was handed to the network; the other side is working now.
    case processing
}
