import CVips
import Foundation

extension VipsImage {
    /// Opens `bytes` with the one loader of `format` and hands over the picture, its header read.
    ///
    /// The pixels can be read once, from top to bottom, inside of `body`: they come straight from
    /// `bytes`. Returns nil where the header cannot be read.
    static func withOpened<Value: ~Copyable>(
        _ bytes: Data, as format: PhotoFormat,
        _ body: (borrowing VipsImage) throws(ValidationError) -> Value
    ) throws(ValidationError) -> Value? {
        try unsafe bytes.bytes.withUnsafeBytes { buffer throws(ValidationError) -> Value? in
            guard let image = unsafe VipsImage(adopting: load(buffer, as: format)) else {
                VipsFailure.discard()
                return nil
            }
            return try body(image)
        }
    }

    /// All pixels, worked out once and held in memory; nil where the file's are damaged or missing.
    borrowing func copiedToMemory() -> VipsImage? {
        guard
            let copy = withPointer({ unsafe VipsImage(adopting: vips_image_copy_memory($0)) })
        else {
            VipsFailure.discard()
            return nil
        }
        return copy
    }

    /// Decodes every pixel without holding them, and tells whether that worked.
    borrowing func decodesWholly() -> Bool {
        var mean = 0.0
        guard withPointer({ unsafe headshot_vips_mean($0, &mean) }) == 0 else {
            VipsFailure.discard()
            return false
        }
        return true
    }

    private static func load(_ bytes: UnsafeRawBufferPointer, as format: PhotoFormat) -> Pointer? {
        switch format {
        case .jpeg: unsafe headshot_vips_jpegload(bytes.baseAddress, bytes.count)
        case .png: unsafe headshot_vips_pngload(bytes.baseAddress, bytes.count)
        case .webp: unsafe headshot_vips_webpload(bytes.baseAddress, bytes.count)
        case .heic, .heif: unsafe headshot_vips_heifload(bytes.baseAddress, bytes.count)
        }
    }
}
