public import Foundation
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
        let shrink = [8, 4, 2].first { format == .jpeg && longSide / $0 >= side } ?? 1
        return try VipsImage.withOpened(bytes, as: format, shrink: shrink) {
            image throws(ValidationError) -> PhotoPixels? in
            guard let small = try image.inStandardRGB()?.reduced(toSide: side).copiedToMemory()
            else { return nil }
            return try small.upright(from: image.orientation(in: bytes, as: format))
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
}
