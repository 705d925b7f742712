import CVips
import FoundationEssentials
import Validation

extension VipsImage {
    /// Opens `bytes` with the one loader of `format` and hands over the picture with its header read.
    ///
    /// The pixels come straight from `bytes`, or from their ``DecodableCopy``, and can be read once, from top to bottom,
    /// within `body`. Returns
    /// nil if the header cannot be read, or if `body` does. A JPEG is decoded with its sides divided by 8, 4 or 2 if it is at
    /// least at `scale` then, a WebP exactly at `scale`, which is at most 1; other formats have none.
    static func withOpened<Value: ~Copyable>(
        _ bytes: Data, as format: PhotoFormat, scale: Double = 1,
        _ body: (borrowing VipsImage) throws(ValidationError) -> Value?
    ) throws(ValidationError) -> Value? {
        let copy = decodableCopy(of: bytes, as: format)
        return try unsafe copy.bytes.withUnsafeBytes { buffer throws(ValidationError) -> Value? in
            let image = unsafe VipsImage(
                adopting: load(buffer, as: format, scale: scale), of: (bytes, format))
            guard let image else {
                VipsFailure.discard()
                return nil
            }
            return try body(image)
        }
    }

    /// The scale at which a picture is decoded of which all is looked at: 1, but for a WebP that is larger than a photo may be.
    ///
    /// libwebp holds all pixels, where other libraries hold some rows. It reads every bit of a picture that it scales.
    static func wholeScale(of format: PhotoFormat, longSide: Int) -> Double {
        let most = Double(PhotoLimits.standard.side.upperBound)
        return format == .webp ? min(1, most / Double(longSide)) : 1
    }

    /// A copy with all pixels computed and held in memory; nil if pixels of the file are damaged or missing.
    borrowing func copiedToMemory() -> VipsImage? {
        guard
            let copy = withPointer({ unsafe VipsImage(adopting: vips_image_copy_memory($0)) })
        else {
            VipsFailure.discard()
            return nil
        }
        return copy
    }

    /// A copy of an 8-bit picture with all pixels computed, held in `buffer` until the next picture is put
    /// there; nil if pixels of the file are damaged or missing.
    borrowing func copied(into buffer: borrowing PixelBuffer) -> VipsImage? {
        let byteCount = width * height * bands
        let target = buffer.withMemory { memory -> VipsImage? in
            guard let memory = unsafe memory, byteCount <= memory.count else { return nil }
            return unsafe VipsImage(
                adopting: vips_image_new_from_memory(
                    memory.baseAddress, byteCount, Int32(width), Int32(height), Int32(bands),
                    VIPS_FORMAT_UCHAR))
        }
        guard let target else { return copiedToMemory() }
        let status = withPointer { source in
            target.withPointer { unsafe vips_image_write(source, $0) }
        }
        guard status == 0 else {
            VipsFailure.discard()
            return nil
        }
        return target
    }

    /// Decodes every pixel without keeping it; whether all could be decoded.
    borrowing func decodesWholly() -> Bool {
        var mean = 0.0
        guard withPointer({ unsafe headshot_vips_mean($0, &mean) }) == 0 else {
            VipsFailure.discard()
            return false
        }
        return true
    }

    /// What is decoded of a photo: libvips does not report pixels that are missing before an end marker, so a JPEG gets one only if none
    /// is missing.
    private static func decodableCopy(of bytes: Data, as format: PhotoFormat) -> Data {
        let copy = DecodableCopy.of(bytes, as: format)
        let isCompleted = format == .jpeg && copy.count != bytes.count
        return isCompleted && JPEGPicture.condition(of: copy) == .damaged ? bytes : copy
    }

    /// Whether the decoder says of `bytes`, which it could not decode, that it does not know their kind.
    static func isUnknown(_ bytes: Data, as format: PhotoFormat) -> Bool {
        guard format == .heic || format == .heif else { return false }
        let copy = DecodableCopy.of(bytes, as: format)
        return unsafe copy.bytes.withUnsafeBytes { buffer in
            var mean = 0.0
            guard let image = unsafe VipsImage(adopting: load(buffer, as: format, scale: 1)),
                image.withPointer({ unsafe headshot_vips_mean($0, &mean) }) == 0
            else { return VipsFailure.isAboutKind(VipsFailure.takeText()) }
            return false
        }
    }

    private static func load(
        _ bytes: UnsafeRawBufferPointer, as format: PhotoFormat, scale: Double
    ) -> Pointer? {
        switch format {
        case .jpeg:
            unsafe headshot_vips_jpegload(
                bytes.baseAddress, bytes.count, [8, 4, 2].first { 1 / Double($0) >= scale } ?? 1)
        case .png: unsafe headshot_vips_pngload(bytes.baseAddress, bytes.count)
        case .webp: unsafe headshot_vips_webpload(bytes.baseAddress, bytes.count, scale)
        case .heic, .heif: unsafe headshot_vips_heifload(bytes.baseAddress, bytes.count)
        }
    }
}

extension VipsImage: EncodablePicture {
    /// A baseline JPEG without any metadata.
    ///
    /// Chroma is halved at every quality: libvips would stop halving at 90, which would make sizes on both
    /// sides of that step incomparable. At equal size, halved chroma looks better.
    borrowing func encodedJPEG(quality: Int) throws(ValidationError) -> Data {
        try encoded(as: ".jpg[Q=\(quality),strip,subsample_mode=on]")
    }

    /// A PNG without any metadata.
    borrowing func encodedPNG() throws(ValidationError) -> Data {
        try encoded(as: ".png[strip]")
    }

    /// The pixels from the upper left, without gaps.
    borrowing func rawPixels() throws(ValidationError) -> Data {
        try written(at: .geometry) { unsafe vips_image_write_to_memory($0, $1) }
    }

    private borrowing func encoded(as suffix: String) throws(ValidationError) -> Data {
        try written(at: .encoding) { unsafe headshot_vips_write($0, suffix, $1) }
    }

    /// What a C function writes into new memory, with its number of bytes.
    @safe private borrowing func written(
        at stage: ValidationError.Stage,
        by write: (Pointer, UnsafeMutablePointer<Int>) -> UnsafeMutableRawPointer?
    ) throws(ValidationError) -> Data {
        var count = 0
        let bytes = withPointer { unsafe write($0, &count) }
        guard let bytes = unsafe bytes else { throw VipsFailure.error(at: stage) }
        defer { unsafe g_free(bytes) }
        return unsafe Data(bytes: bytes, count: count)
    }
}
