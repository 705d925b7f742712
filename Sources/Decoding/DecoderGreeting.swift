public import Isolation
public import Validation

/// What a decoder reports about itself when it is ready.
public struct DecoderGreeting: Codable, Sendable, Equatable {
    /// Which tasks and answers it knows: ``PictureReply/version``.
    package let version: Int
    /// The fences that confine it.
    public let fences: Fences
    /// The library, and what it can decode behind those fences.
    public let library: ImageLibrary
    /// Whether it has the nets, which measure faces and cut people out.
    public let hasNets: Bool
    /// The commit that it was built from; nil if it is unknown.
    public let commit: String?

    package init(fences: Fences, library: ImageLibrary, hasNets: Bool, commit: String?) {
        version = PictureReply.version
        self.fences = fences
        self.library = library
        self.hasNets = hasNets
        self.commit = commit
    }
}
