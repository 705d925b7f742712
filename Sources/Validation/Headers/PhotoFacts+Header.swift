package import FoundationEssentials

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

    /// The orientation tag to apply, 1 to 8; 1 if it is missing or invalid, and for every HEIC.
    ///
    /// One answer for the program that reads headers and for the one that turns the pixels, whatever their libraries read.
    package static func orientation(of bytes: Data, as format: PhotoFormat) -> Int {
        switch format {
        case .jpeg: JPEGStructure(bytes).orientation ?? 1
        case .png: PNGHeader.orientation(of: ByteView(bytes)) ?? 1
        case .webp: WebPHeader.orientation(of: ByteView(bytes))
        // The decoder has already turned the picture, whatever its EXIF says.
        case .heic, .heif: 1
        }
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
