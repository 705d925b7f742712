public import Isolation
public import Validation

/// What a decoder reports about itself when it is ready.
public struct DecoderGreeting: Codable, Sendable, Equatable {
    /// The fences that confine it.
    public let fences: Fences
    /// The library, and what it can decode behind those fences.
    public let library: ImageLibrary
    /// Whether it has the nets, which measure faces and cut people out.
    public let hasNets: Bool
}
