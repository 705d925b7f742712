import CVips
import FoundationEssentials
import Validation

extension VipsImage {
    /// This picture turned by an orientation tag of 1 to 8.
    ///
    /// Only for pictures in memory: turning reads lines out of order, which a file cannot supply.
    borrowing func upright(from orientation: Int) throws(ValidationError) -> VipsImage {
        try applying(.geometry) { unsafe headshot_vips_upright($0, Int32(orientation)) }
    }

    /// Whether no channel of any pixel of an 8-bit picture is darker than `value`.
    ///
    /// Cheap for pictures in memory: it ends at the first darker one.
    borrowing func isBright(from value: UInt8) -> Bool {
        withPointer { image in
            guard unsafe vips_image_get_format(image) == VIPS_FORMAT_UCHAR,
                let pixels = unsafe vips_image_get_data(image)
            else { return false }
            let count =
                unsafe Int(vips_image_get_width(image)) * Int(vips_image_get_height(image))
                * Int(vips_image_get_bands(image))
            return unsafe UnsafeRawBufferPointer(start: pixels, count: count)
                .allSatisfy { $0 >= value }
        }
    }

    /// How opaque the most opaque pixel is, from 0 to 1; nil without alpha, or if it cannot be decoded.
    borrowing func largestAlpha() -> Double? {
        guard hasAlpha else { return nil }
        var share = 0.0
        guard withPointer({ unsafe headshot_vips_largest_alpha($0, &share) }) == 0 else {
            VipsFailure.discard()
            return nil
        }
        return share
    }

    /// The picture with both sides scaled by the same factor.
    borrowing func resized(by scale: Double) throws(ValidationError) -> VipsImage {
        try applying(.geometry) { unsafe headshot_vips_resize($0, scale, scale) }
    }

    /// The picture at exactly `width` by `height`; proportions are not kept.
    borrowing func resized(
        toWidth width: Int, height: Int
    ) throws(ValidationError) -> VipsImage {
        let horizontal = Double(width) / Double(self.width)
        let vertical = Double(height) / Double(self.height)
        return try applying(.geometry) { unsafe headshot_vips_resize($0, horizontal, vertical) }
    }

    /// The upright picture at exactly `width` by `height`; the excess is cut off equally on both sides.
    ///
    /// Only for pictures in memory, as ``upright(from:)``.
    borrowing func filling(width: Int, height: Int) throws(ValidationError) -> VipsImage {
        try applying(.geometry) { unsafe headshot_vips_fill($0, Int32(width), Int32(height)) }
    }

    borrowing func sample(tops: [Int], height: Int) throws(ValidationError) -> VipsImage {
        let width = Int32(width)
        var pointers = unsafe [Pointer?]()
        defer { unsafe pointers.forEach { unsafe g_object_unref($0) } }
        for top in tops {
            let strip = withPointer {
                unsafe headshot_vips_extract_area($0, 0, Int32(top), width, Int32(height))
            }
            guard let strip = unsafe strip else { throw VipsFailure.error(at: .geometry) }
            unsafe pointers.append(strip)
        }
        let stack = unsafe VipsImage(adopting: headshot_vips_stack(&pointers, Int32(tops.count)))
        guard let stack, let sample = stack.copiedToMemory() else {
            throw VipsFailure.error(at: .geometry)
        }
        return sample
    }

    /// Paints a solid rectangle into a picture that is in memory and owned by this value alone.
    mutating func drawRectangle(
        colour: (UInt8, UInt8, UInt8), left: Int, top: Int, width: Int, height: Int
    ) throws(ValidationError) {
        let channels = [Double(colour.0), Double(colour.1), Double(colour.2)]
        let status = withPointer {
            unsafe headshot_vips_draw_rectangle(
                $0, channels, Int32(left), Int32(top), Int32(width), Int32(height))
        }
        try VipsFailure.check(status, at: .geometry)
    }

    /// A copy of pixels with 8 bits and three channels, from the upper left, without gaps.
    init(rgb: Data, width: Int, height: Int) throws(ValidationError) {
        let image = try VipsImage(copying: rgb, width: width, height: height, bands: 3)
        self = try image.applying(.geometry) {
            unsafe headshot_vips_tagged_srgb($0)
        }
    }

    /// A copy of pixels with 8 bits, from the upper left, without gaps.
    init(copying pixels: Data, width: Int, height: Int, bands: Int) throws(ValidationError) {
        self = try unsafe pixels.bytes.withUnsafeBytes { buffer throws(ValidationError) in
            try unsafe VipsImage(
                vips_image_new_from_memory_copy(
                    buffer.baseAddress, buffer.count, Int32(width), Int32(height), Int32(bands),
                    VIPS_FORMAT_UCHAR), at: .geometry)
        }
    }

    /// A view of 8-bit pixels in memory, in RGB or grey, whose values stand for what those of `header` do; it must
    /// not outlive them.
    init?(
        pixels: UnsafeRawBufferPointer, width: Int, height: Int, channels: Int,
        header: borrowing VipsImage
    ) {
        let image = unsafe vips_image_new_from_memory(
            pixels.baseAddress, pixels.count, Int32(width), Int32(height), Int32(channels),
            VIPS_FORMAT_UCHAR)
        guard let image = unsafe image else { return nil }
        unsafe image.pointee.Type =
            channels == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        header.withPointer { unsafe headshot_vips_copy_profile($0, image) }
        unsafe self.init(adopting: image, of: header.file)
    }

    /// A view of one 8-bit plane in memory; it must not outlive it.
    init(
        plane: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int
    ) throws(ValidationError) {
        let padded = try unsafe VipsImage(
            vips_image_new_from_memory(
                plane, stride * height, Int32(stride), Int32(height), 1, VIPS_FORMAT_UCHAR),
            at: .geometry)
        self = try padded.applying(.geometry) {
            unsafe headshot_vips_extract_area($0, 0, 0, Int32(width), Int32(height))
        }
    }
}
