import Foundation

/// What a file's header says about its picture, whichever parser read it.
///
/// The sides are those of the stored pixels, before they are turned upright.
package struct PhotoHeader: Equatable {
    var width: Int
    var height: Int
    var orientation: Int
    var pages: Int
    var hasAlpha: Bool
    var colourSpace: PhotoFacts.ColourSpace
    var bitsPerChannel: Int
    var profile: String?
    var scanCount: Int
    var jpegQuality: Int?

    /// Creates a header from its parts; by default, those of an ordinary JPEG.
    package init(
        width: Int, height: Int, orientation: Int = 1, pages: Int = 1, hasAlpha: Bool = false,
        colourSpace: PhotoFacts.ColourSpace = .rgb, bitsPerChannel: Int = 8,
        profile: String? = nil, scanCount: Int = 0, jpegQuality: Int? = nil
    ) {
        self.width = width
        self.height = height
        self.orientation = orientation
        self.pages = pages
        self.hasAlpha = hasAlpha
        self.colourSpace = colourSpace
        self.bitsPerChannel = bitsPerChannel
        self.profile = profile
        self.scanCount = scanCount
        self.jpegQuality = jpegQuality
    }

    /// Reads it without a library: in one pass within the file's bounds, without decoding.
    ///
    /// Nil if no decoder could find a picture in it. The decoder itself checks the rest again before anything
    /// is made of it.
    static func read(_ bytes: Data, as format: PhotoFormat) -> PhotoHeader? {
        let header =
            switch format {
            case .jpeg: JPEGHeader.read(bytes)
            case .png: PNGHeader.read(ByteView(bytes))
            case .webp: WebPHeader.read(ByteView(bytes))
            case .heic, .heif: HEIFHeader.read(ByteView(bytes))
            }
        guard let header, header.width > 0, header.height > 0 else { return nil }
        return header
    }

    /// Whether its pictures refer to one another in ways that no decoder should follow.
    static func isNested(_ bytes: Data, as format: PhotoFormat) -> Bool {
        switch format {
        case .jpeg, .png, .webp: false
        case .heic, .heif: HEIFHeader.isNested(ByteView(bytes))
        }
    }
}

extension PhotoFacts {
    /// The facts of a header, with the sides of the upright picture.
    init(_ header: PhotoHeader, format: PhotoFormat, byteCount: Int) {
        let isLyingDown = header.orientation >= 5
        self.init(
            format: format, byteCount: byteCount,
            width: isLyingDown ? header.height : header.width,
            height: isLyingDown ? header.width : header.height,
            orientation: header.orientation, pages: header.pages, hasAlpha: header.hasAlpha,
            colourSpace: header.colourSpace, bitsPerChannel: header.bitsPerChannel,
            profile: header.profile, scanCount: header.scanCount, jpegQuality: header.jpegQuality)
    }
}
