import Foundation

extension PhotoFacts {
    /// Reads the header without a library: in one pass within the file's bounds, without decoding.
    ///
    /// The sides are those of the stored pixels then. Returns whether a decoder could find a picture in it; the
    /// decoder itself checks the rest again before anything is made of it.
    mutating func readHeader(of bytes: Data) -> Bool {
        let isRead =
            switch format {
            case .jpeg: JPEGHeader.read(bytes, into: &self)
            case .png: PNGHeader.read(ByteView(bytes), into: &self)
            case .webp: WebPHeader.read(ByteView(bytes), into: &self)
            case .heic, .heif: HEIFHeader.read(ByteView(bytes), into: &self)
            }
        return isRead && width > 0 && height > 0
    }

    /// Whether the pictures in the file refer to one another in ways that no decoder should follow, or are listed twice.
    func isUnsafe(_ bytes: Data) -> Bool {
        switch format {
        case .jpeg, .png, .webp: false
        case .heic, .heif: HEIFHeader.isUnsafe(ByteView(bytes))
        }
    }

    /// Makes the sides of the stored pixels those of the upright picture.
    mutating func turnUpright() {
        if orientation >= 5 { (width, height) = (height, width) }
    }
}
