public import FoundationEssentials
public import Ground

/// The pixels as a portable pixmap, which needs no decoder: "P6", the sides, "255", and the pixels.
///
/// They travel in this form from the process that decodes strangers' pictures to the one that draws on them.
extension PhotoPixels {
    /// The picture as a pixmap.
    public var pixmap: Data { Data("P6\n\(width) \(height)\n255\n".utf8) + rgb }

    /// Reads what ``pixmap`` wrote; nil for anything else, since the writer is not trusted.
    public init?(pixmap: Data) {
        let header = String(decoding: pixmap.prefix(Self.longestHeader), as: UTF8.self)
        guard let match = header.prefixMatch(of: /P6\n([1-9][0-9]{0,4}) ([1-9][0-9]{0,4})\n255\n/),
            let width = Int(match.1), let height = Int(match.2)
        else { return nil }
        let pixels = pixmap.dropFirst(match.0.utf8.count)
        guard pixels.count == width * height * 3 else { return nil }
        self.init(width: width, height: height, rgb: Data(pixels), scale: 1)
    }

    /// In bytes: enough for two sides of five digits.
    private static let longestHeader = 20
}
