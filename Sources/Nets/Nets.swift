/// The three open nets; about 10 MB.
public struct Nets: Sendable {
    /// Estimates how likely each pixel of a picture belongs to a person: 256 by 256 pixels of red, green and
    /// blue, 0 to 1.
    public let segmentation: Net
    /// Places points on a face: 192 by 192 pixels of red, green and blue, 0 to 1.
    public let mesh: Net
    /// Finds faces: 128 by 128 pixels of red, green and blue, -1 to 1.
    public let detector: Net

    /// Opens all three; blocks for 10 milliseconds.
    public init(_ bytes: NetBytes) throws(NetsError) {
        segmentation = try Self.open(.segmentation, bytes)
        mesh = try Self.open(.mesh, bytes)
        detector = try Self.open(.detector, bytes)
    }

    /// Frees the memory that runs need until the next ones.
    ///
    /// For a process that forks: its children would copy that memory page by page.
    package func rest() {
        for net in [segmentation, mesh, detector] { net.rest() }
    }

    private static func open(_ file: NetFile, _ bytes: NetBytes) throws(NetsError) -> Net {
        guard let net = Net(bytes[file]) else { throw .notOpened(file) }
        return net
    }
}
