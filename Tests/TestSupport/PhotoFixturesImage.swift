import CVips
import Foundation

/// A raster as a picture of libvips, which encodes it with or without metadata.
@safe
struct FixtureImage: ~Copyable {
    // Safe: this value's own reference keeps it alive until deinit.
    private let pointer: UnsafeMutablePointer<CVips.VipsImage>

    /// Copies a raster; with 16 `bits`, each channel's value is spread over the whole range.
    init(_ raster: Raster, bits: Int = 8) {
        precondition(headshot_vips_start() == 0, "libvips does not start")
        let type: VipsInterpretation =
            switch raster.bands {
            case 1, 2: bits == 16 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
            default: bits == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
            }
        let bytes = bits == 16 ? raster.bytes.flatMap { [$0, $0] } : raster.bytes
        let format = bits == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR
        let image = unsafe bytes.withUnsafeBytes { buffer in
            unsafe vips_image_new_from_memory_copy(
                buffer.baseAddress, buffer.count, Int32(raster.width), Int32(raster.height),
                Int32(raster.bands), format)
        }
        guard let image = unsafe image else { preconditionFailure("out of memory") }
        unsafe image.pointee.Type = type
        unsafe pointer = image
    }

    /// Copies pixels of 16 bits a channel.
    init(levels: [UInt16], width: Int, height: Int, bands: Int) {
        precondition(headshot_vips_start() == 0, "libvips does not start")
        let image = unsafe levels.withUnsafeBytes { buffer in
            unsafe vips_image_new_from_memory_copy(
                buffer.baseAddress, buffer.count, Int32(width), Int32(height), Int32(bands),
                VIPS_FORMAT_USHORT)
        }
        guard let image = unsafe image else { preconditionFailure("out of memory") }
        unsafe image.pointee.Type =
            bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16
        unsafe pointer = image
    }

    deinit {
        unsafe g_object_unref(pointer)
    }

    /// Marks the four channels as inks.
    mutating func setCMYK() {
        unsafe pointer.pointee.Type = VIPS_INTERPRETATION_CMYK
    }

    mutating func set(_ name: String, _ value: Int) {
        unsafe vips_image_set_int(pointer, name, Int32(value))
    }

    mutating func set(_ name: String, _ value: String) {
        unsafe vips_image_set_string(pointer, name, value)
    }

    mutating func set(_ name: String, _ value: Data) {
        unsafe value.withUnsafeBytes { buffer in
            unsafe vips_image_set_blob_copy(pointer, name, buffer.baseAddress, buffer.count)
        }
    }

    /// Each pixel repeated `factor` times along both sides.
    consuming func enlarged(by factor: Int) throws -> FixtureImage {
        guard let image = unsafe headshot_vips_zoom(pointer, Int32(factor)) else {
            throw PhotoFixtureError.cannotEncode("an enlarged picture")
        }
        return unsafe FixtureImage(adopting: image)
    }

    private init(adopting pointer: UnsafeMutablePointer<CVips.VipsImage>) {
        unsafe self.pointer = pointer
    }

    /// Encodes in the format of `suffix`, with its options in brackets.
    borrowing func encoded(as suffix: String) throws -> Data {
        var count = 0
        guard let bytes = unsafe headshot_vips_write(pointer, suffix, &count) else {
            throw PhotoFixtureError.cannotEncode(suffix)
        }
        defer { unsafe g_free(bytes) }
        return unsafe Data(bytes: bytes, count: count)
    }
}
