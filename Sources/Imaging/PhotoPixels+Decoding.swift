import CVips
public import FoundationEssentials
public import Ground
public import Validation

extension PhotoPixels {
    /// Decodes `bytes`, a photo or a headshot, to pixels whose longer side is at most `side`.
    ///
    /// Nil if they cannot be decoded completely. Nothing is enlarged. JPEGs are decoded no larger than needed.
    /// The caller must have checked the picture's sides and size.
    public static func of(
        _ bytes: Data, side: Int = 1280
    ) async throws(ValidationError) -> PhotoPixels? {
        guard case .photo(let format) = FileContent(of: bytes) else { return nil }
        return try await ImageLane.runPictureWork { _ throws(ValidationError) in
            try decoded(bytes, as: format, side: side)
        }
    }

    /// The same picture as a JPEG for people, its longer side at most `side`.
    public func encodedJPEG(side: Int) async throws(ValidationError) -> Data {
        try await ImageLane.runPictureWork { _ throws(ValidationError) in
            try VipsImage(rgb: rgb, width: width, height: height).reduced(toSide: side)
                .encodedJPEG(quality: Self.jpegQuality)
        }
    }

    /// Good enough to look at a face; this JPEG is not kept.
    private static let jpegQuality = 85

    /// The same for callers that block already.
    static func decoded(
        _ bytes: Data, as format: PhotoFormat, side: Int
    ) throws(ValidationError) -> PhotoPixels? {
        let sides = try VipsImage.withOpened(bytes, as: format) {
            image throws(ValidationError) -> (Int, Int)? in (image.width, image.height)
        }
        guard let (width, height) = sides else { return nil }
        let longSide = max(width, height)
        // Decoding to a half, a quarter or an eighth is cheaper in libjpeg.
        let scale =
            format == .jpeg
            ? min(1, Double(side) / Double(longSide))
            : VipsImage.wholeScale(of: format, longSide: longSide)
        return try VipsImage.withOpened(bytes, as: format, scale: scale) {
            image throws(ValidationError) -> PhotoPixels? in
            guard let small = try image.inStandardRGB()?.reduced(toSide: side).copiedToMemory()
            else { return nil }
            return try small.upright(from: PhotoFacts.orientation(of: bytes, as: format))
                .pixels(ofLongSide: longSide)
        }
    }
}

extension VipsImage {
    /// The picture reduced so that its longer side is at most `side`; unchanged if it already is.
    borrowing func reduced(toSide side: Int) throws(ValidationError) -> VipsImage {
        try resized(by: min(1, Double(side) / Double(max(width, height))))
    }

    /// All pixels of this three-channel picture, which was reduced from one with the given longer side.
    borrowing func pixels(ofLongSide longSide: Int) throws(ValidationError) -> PhotoPixels {
        PhotoPixels(
            width: width, height: height, rgb: try rawPixels(),
            scale: Double(longSide) / Double(max(width, height)))
    }

    /// The pixels of this three-channel picture, whose longer side in the photo is `longSide`, reduced to a
    /// longer side of at most `side`.
    ///
    /// Costs a third of ``reduced(toSide:)`` and is a little less sharp, if the picture is in memory and at
    /// least halved.
    borrowing func analysisPixels(
        side: Int, ofLongSide longSide: Int
    ) throws(ValidationError) -> PhotoPixels {
        let scale = min(1, Double(side) / Double(max(width, height)))
        let target = (
            width: Int((Double(width) * scale).rounded()),
            height: Int((Double(height) * scale).rounded())
        )
        let (size, bands) = ((width: width, height: height), bands)
        let means = try withPointer { image throws(ValidationError) -> Data? in
            let kind = unsafe image.pointee.dtype
            // With less reduction, averages would be visibly less sharp.
            guard size.width >= 2 * target.width, size.height >= 2 * target.height,
                kind == VIPS_IMAGE_SETBUF || kind == VIPS_IMAGE_SETBUF_FOREIGN,
                unsafe vips_image_get_format(image) == VIPS_FORMAT_UCHAR,
                let pixels = unsafe vips_image_get_data(image)
            else { return nil }
            return try unsafe PixelMeans.of(
                pixels.assumingMemoryBound(to: UInt8.self), size, stride: size.width * bands,
                bands: bands, target)
        }
        guard let means else { return try reduced(toSide: side).pixels(ofLongSide: longSide) }
        return PhotoPixels(
            width: target.width, height: target.height, rgb: means,
            scale: Double(longSide) / Double(max(target.width, target.height)))
    }
}
