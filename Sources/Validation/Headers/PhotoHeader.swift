import Foundation

/// What a file's header says about its picture, whichever parser read it.
///
/// The sides are those of the stored pixels, before they are turned upright.
struct PhotoHeader: Equatable {
    var width: Int
    var height: Int
    var orientation = 1
    var pages = 1
    var hasAlpha = false
    var colourSpace = PhotoFacts.ColourSpace.rgb
    var bitsPerChannel = 8
    var profile: String?
    var scanCount = 0
    var jpegQuality: Int?

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
