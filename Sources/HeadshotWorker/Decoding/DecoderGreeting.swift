public import Isolation
public import Validation

/// What a decoder says of itself once it is ready.
public struct DecoderGreeting: Codable, Sendable, Equatable {
    /// What keeps it in.
    public let fences: Fences
    /// The library, and what it can decode behind those fences.
    public let library: ImageLibrary
    /// Whether it has the nets, so that faces are measured by them and people cut out.
    public let hasNets: Bool
}
