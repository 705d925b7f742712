import FoundationEssentials

extension PhotoFacts {
    /// Reads the focal length of an uncut photo from its metadata; of a JPEG or a HEIC, since cameras write no others.
    mutating func readLens(of bytes: Data) {
        let metadata =
            switch format {
            case .jpeg: JPEGSegment.exif(in: ByteView(bytes))
            case .heic, .heif: HEIFHeader.exif(in: ByteView(bytes))
            case .png, .webp: nil as ByteView?
            }
        focalLength = metadata.flatMap(ExifLens.init)?.focalLength(ofWidth: width, height: height)
    }
}

extension JPEGSegment {
    /// The first EXIF metadata before the pixels.
    fileprivate static func exif(in bytes: ByteView) -> ByteView? {
        var position = 2
        for _ in 0..<most {
            guard bytes.byte(at: position) == 0xFF, let marker = bytes.byte(at: position + 1),
                marker != Marker.startOfScan,
                let length = bytes.number(at: position + 2, width: 2), length >= 2
            else { return nil }
            let signature = TIFFOrientation.signature
            if marker == Marker.exif, bytes.has(signature, at: position + 4) {
                let skipped = 2 + signature.utf8.count
                return bytes.slice(at: position + 2 + skipped, count: length - skipped)
            }
            position += 2 + length
        }
        return nil
    }

    /// Segments among which the metadata must be; cameras write them first.
    private static let most = 100
}

extension HEIFHeader {
    /// The EXIF metadata of the list of pictures, whichever picture they are of: phones write those of the main one.
    fileprivate static func exif(in bytes: ByteView) -> ByteView? {
        guard let meta = bytes.boxes().first(where: { $0.type == "meta" }),
            let items = HEIFItems(meta.content),
            let item = items.items.first(where: { $0.type == "Exif" }),
            let place = items.place(of: item.id),
            let content = bytes.slice(at: place.lowerBound, count: place.count),
            // ISO/IEC 23008-12, annex A.2.1: the offset of the TIFF behind this number.
            let skipped = content.number(at: 0, width: 4)
        else { return nil }
        return content.rest(from: 4)?.rest(from: skipped)
    }
}
