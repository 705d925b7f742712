public import Foundation

/// A picture made small, as pixels, to be looked at by a local analysis.
public struct AnalysisPixels: Sendable, Equatable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The pixels from the upper left, upright, in sRGB: red, green, blue, 8 bits each, without gaps.
    public let rgb: Data
    /// How many pixels of the whole picture one of these stands for, along a side; at least 1.
    public let scale: Double

    /// Makes pixels of bytes; there are three for each pixel.
    package init(width: Int, height: Int, rgb: Data, scale: Double) {
        self.width = width
        self.height = height
        self.rgb = rgb
        self.scale = scale
    }

    /// Makes pixels of `bytes`, a photo or a headshot, whose longer side is at most `side`.
    ///
    /// Nil where they cannot be decoded wholly. Nothing is enlarged. JPEGs are decoded no larger than
    /// needed; what sides and sizes are acceptable is the caller's to have judged.
    public static func of(
        _ bytes: Data, side: Int = 1280
    ) async throws(ValidationError) -> AnalysisPixels? {
        guard case .photo(let format) = FileContent(of: bytes) else { return nil }
        return try await ImageLane.runPictureWork(.heavy) { _ throws(ValidationError) in
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

    /// To look at a face by, not to keep.
    private static let jpegQuality = 85

    /// The same for callers that are on the lane already.
    static func decoded(
        _ bytes: Data, as format: PhotoFormat, side: Int
    ) throws(ValidationError) -> AnalysisPixels? {
        let sides = try VipsImage.withOpened(bytes, as: format) {
            image throws(ValidationError) in (image.width, image.height)
        }
        guard let (width, height) = sides else { return nil }
        let longSide = max(width, height)
        // libjpeg decodes at a half, a quarter or an eighth for less.
        let shrink = [8, 4, 2].first { format == .jpeg && longSide / $0 >= side } ?? 1
        let opened = try VipsImage.withOpened(bytes, as: format, shrink: shrink) {
            image throws(ValidationError) -> AnalysisPixels? in
            guard let small = try image.inStandardRGB()?.reduced(toSide: side).copiedToMemory()
            else { return nil }
            return try small.upright(from: image.orientation(in: bytes, as: format))
                .pixels(ofLongSide: longSide)
        }
        return opened ?? nil
    }
}

extension VipsImage {
    /// Made smaller so that the longer side is at most `side`, or as it is.
    borrowing func reduced(toSide side: Int) throws(ValidationError) -> VipsImage {
        try resized(by: min(1, Double(side) / Double(max(width, height))))
    }

    /// All pixels, of a picture of three channels that was made from one with the given longer side.
    borrowing func pixels(ofLongSide longSide: Int) throws(ValidationError) -> AnalysisPixels {
        AnalysisPixels(
            width: width, height: height, rgb: try rawPixels(),
            scale: Double(longSide) / Double(max(width, height)))
    }
}
