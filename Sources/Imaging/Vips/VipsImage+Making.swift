import CVips
import FoundationEssentials
import Validation

extension VipsImage {
    /// Maps each channel's values through its own table: red, green and blue in turn, 256 entries each.
    borrowing func toned(by table: Data) throws(ValidationError) -> VipsImage {
        let table = try VipsImage(rgb: table, width: 256, height: 1)
        return try combined(.colour, with: table) { unsafe headshot_vips_maplut($0, $1) }
    }

    /// The `width` by `height` pixels in the middle, after turning the picture clockwise around it.
    borrowing func middle(
        width: Int, height: Int, turnedBy degrees: Double
    ) throws(ValidationError) -> VipsImage {
        let turned = try applying(.geometry) { unsafe headshot_vips_rotate($0, degrees) }
        return try turned.area(
            left: (turned.width - width) / 2, top: (turned.height - height) / 2, width: width,
            height: height)
    }

    /// A part of the picture.
    borrowing func area(
        left: Int, top: Int, width: Int, height: Int
    ) throws(ValidationError) -> VipsImage {
        try applying(.geometry) {
            unsafe headshot_vips_extract_area(
                $0, Int32(left), Int32(top), Int32(width), Int32(height))
        }
    }

    /// The picture blurred as if nothing were there where `visible` is 0, so that hidden parts leave no shade.
    ///
    /// Computed on a small copy without a visible difference: a blur has no detail.
    borrowing func blurred(
        by sigma: Double, where visible: borrowing VipsImage
    ) throws(ValidationError) -> VipsImage {
        let scale = min(1, Self.smallSigma / sigma)
        let small = try resized(
            toWidth: Int((Double(width) * scale).rounded(.up)),
            height: Int((Double(height) * scale).rounded(.up)))
        let mask = try visible.resized(toWidth: small.width, height: small.height)
        let blurred = try small.combined(.colour, with: mask) {
            unsafe headshot_vips_join_bands($0, $1)
        }.applying(.colour) { unsafe headshot_vips_premultiply($0) }
            .applying(.colour) { unsafe headshot_vips_blur($0, sigma * scale) }
            .applying(.colour) { unsafe headshot_vips_unpremultiply($0) }
            .applying(.colour) { unsafe headshot_vips_first_bands($0, 3) }
        return try blurred.resized(toWidth: width, height: height)
    }

    /// This picture, with another one where `mask` is 255.
    borrowing func blended(
        with other: borrowing VipsImage, where mask: borrowing VipsImage
    ) throws(ValidationError) -> VipsImage {
        try combined(.colour, with: other) { image, other in
            mask.withPointer { unsafe headshot_vips_blend($0, other, image) }
        }
    }

    /// The blur of the small copy, in its pixels; with less, its grid would show.
    private static let smallSigma = 2.0

    /// Reads an SVG that the program itself wrote.
    init(svg: Data) throws(ValidationError) {
        // libvips would render it later, from these bytes; a copy in memory no longer needs them.
        let image = unsafe svg.bytes.withUnsafeBytes { buffer in
            unsafe VipsImage(adopting: headshot_vips_svgload(buffer.baseAddress, buffer.count))?
                .copiedToMemory()
        }
        guard let image else { throw VipsFailure.error(at: .drawing) }
        self = image
    }

    /// Copies another picture into this one, which must be in memory and owned by this value alone.
    mutating func draw(
        _ picture: borrowing VipsImage, left: Int, top: Int
    ) throws(ValidationError) {
        let status = withPointer { own in
            picture.withPointer {
                unsafe headshot_vips_draw_image(own, $0, Int32(left), Int32(top))
            }
        }
        try VipsFailure.check(status, at: .drawing)
    }

    /// This picture with another one over it; where that is transparent, this one shows.
    borrowing func below(_ above: borrowing VipsImage) throws(ValidationError) -> VipsImage {
        try combined(.drawing, with: above) { unsafe headshot_vips_over($0, $1) }
            .applying(.drawing) { unsafe headshot_vips_flatten_white($0) }
    }
}
