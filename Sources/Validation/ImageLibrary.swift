/// The libvips of this machine.
public struct ImageLibrary: Sendable, Equatable, Codable {
    /// The version, as in `8.14.1`.
    public let version: String
    /// The formats whose sample could be decoded.
    public let decodableFormats: Set<PhotoFormat>
    /// Whether it decodes a HEIC as telephones have written it since 2024: with maps of brightness and depth.
    public let decodesPhoneHEIC: Bool

    /// Creates a description.
    public init(
        version: String, decodableFormats: Set<PhotoFormat>, decodesPhoneHEIC: Bool
    ) {
        self.version = version
        self.decodableFormats = decodableFormats
        self.decodesPhoneHEIC = decodesPhoneHEIC
    }
}
