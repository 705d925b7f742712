import CJPEGTurbo
import FoundationEssentials

/// The result of decoding a JPEG to pixels without libvips, which does not report all damage.
enum JPEGPixels: ~Copyable {
    /// The pixels in their own colours, grey or RGB, in the buffer they were decoded into.
    case decoded(VipsImage)
    case damaged

    /// Decodes a JPEG, whose header libvips has read, into `buffer`, where it stays until the next picture is
    /// put there; nil if libvips has to convert its colours.
    init?(_ bytes: Data, header: borrowing VipsImage, into buffer: borrowing PixelBuffer) {
        let result = buffer.withMemory { memory -> JPEGPixels? in
            guard let memory = unsafe memory else { return nil }
            var size = headshot_jpeg_pixels()
            let status = unsafe bytes.withUnsafeBytes { bytes in
                unsafe headshot_jpeg_decode_pixels(
                    bytes.baseAddress, bytes.count, memory.baseAddress, memory.count, &size)
            }
            guard status == HEADSHOT_JPEG_DONE else {
                return status == HEADSHOT_JPEG_DAMAGED ? .damaged : nil
            }
            let (width, height) = (Int(size.width), Int(size.height))
            let pixels = unsafe UnsafeRawBufferPointer(memory)[
                ..<(width * height * Int(size.channels))]
            let image = unsafe VipsImage(
                pixels: UnsafeRawBufferPointer(rebasing: pixels), width: width, height: height,
                channels: Int(size.channels), header: header)
            guard let image else { return nil }
            return .decoded(image)
        }
        guard let result else { return nil }
        self = result
    }
}
