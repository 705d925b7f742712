import Glibc
public import FoundationEssentials
public import Ground
public import Validation

/// Makes a headshot out of a photo without a model: a crop in good light.
public enum HeadshotMaker {
    /// The height of a headshot in pixels: less than the provider's largest, enough for print; a smaller crop
    /// is enlarged only to the minimum, since enlarging adds no detail.
    static let heights = 400...1280

    /// Decodes a photo and crops it to the part shown, in good light; nil if the photo cannot be decoded.
    ///
    /// Takes up to two seconds; cancellation does not interrupt it.
    public static func crop(
        of photo: Data, _ plan: HeadshotPlan
    ) async throws(ValidationError) -> HeadshotCrop? {
        guard case .photo(let format) = FileContent(of: photo) else { return nil }
        return try await ImageLane.runPictureWork { buffer throws(ValidationError) in
            let height = min(
                max(Int(plan.height.rounded()), heights.lowerBound), heights.upperBound)
            let size = (width: height * 4 / 5, height: height)
            // Decoding to a half, a quarter or an eighth is cheaper in libjpeg.
            let least = format == .jpeg ? min(1, Double(height) / plan.height) : 1
            guard let decoded = try decoded(photo, as: format, scale: least, in: buffer) else {
                return nil
            }
            let crop = try crop(of: decoded.image, plan, scale: decoded.scale, size)
                .toned(by: plan.tones)
            guard let picture = crop.copiedToMemory() else { return nil }
            let scale = Double(picture.height) / plan.height
            return HeadshotCrop(
                width: picture.width, height: picture.height, rgb: try picture.rawPixels(),
                head: plan.head * scale, eyeDistance: plan.eyeDistance * scale)
        }
    }

    /// A picture, and the number of its pixels per pixel of the photo, along a side.
    private struct Decoded: ~Copyable {
        let image: VipsImage
        let scale: Double
    }

    private static func decoded(
        _ photo: Data, as format: PhotoFormat, scale: Double, in buffer: borrowing PixelBuffer
    ) throws(ValidationError) -> Decoded? {
        let whole = try VipsImage.withOpened(photo, as: format) {
            image throws(ValidationError) -> Int? in max(image.width, image.height)
        }
        let opened = try VipsImage.withOpened(photo, as: format, scale: scale) {
            image throws(ValidationError) -> VipsImage? in
            try image.inStandardRGB()?.copied(into: buffer)?
                .upright(from: PhotoFacts.orientation(of: photo, as: format))
        }
        guard let whole, let pixels = opened else { return nil }
        let scale = Double(max(pixels.width, pixels.height)) / Double(whole)
        return Decoded(image: pixels, scale: scale)
    }

    private static func crop(
        of image: borrowing VipsImage, _ plan: HeadshotPlan, scale: Double,
        _ size: (width: Int, height: Int)
    ) throws(ValidationError) -> VipsImage {
        let half = plan.halfExtent * scale
        let middle = plan.middle * scale
        let width = min(Int((half.x * 2).rounded()), image.width)
        let height = min(Int((half.y * 2).rounded()), image.height)
        let part = try image.area(
            left: min(max(Int((middle.x - half.x).rounded()), 0), image.width - width),
            top: min(max(Int((middle.y - half.y).rounded()), 0), image.height - height),
            width: width, height: height)
        guard plan.turn != 0 else {
            return try part.resized(toWidth: size.width, height: size.height)
        }
        let factor = Double(size.height) / (plan.height * scale)
        guard let sized = try part.resized(by: factor).copiedToMemory() else {
            throw .libraryFailed(stage: .geometry, detail: "a part of a picture is not there")
        }
        return try sized.middle(width: size.width, height: size.height, turnedBy: -plan.turn)
    }
}

extension HeadshotPlan {
    /// The head's place in the part, from its upper left corner, once the part is upright.
    var head: SIMD2<Double> {
        let angle = -turn * .pi / 180
        let place = SIMD2(headX, headY) - middle
        return SIMD2(
            place.x * cos(angle) - place.y * sin(angle) + width / 2,
            place.x * sin(angle) + place.y * cos(angle) + height / 2)
    }
}
