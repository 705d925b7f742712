import CVips
import Foundation
import Validation

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
