/// The libvips of this machine.
public struct ImageLibrary: Sendable, Equatable, Codable {
    /// The version, as in `8.14.1`.
    public let version: String
    /// The formats whose sample could be decoded.
    public let decodableFormats: Set<PhotoFormat>

    /// Creates a description.
    public init(version: String, decodableFormats: Set<PhotoFormat>) {
        self.version = version
        self.decodableFormats = decodableFormats
    }
}
