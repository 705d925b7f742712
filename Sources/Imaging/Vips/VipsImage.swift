import CVips
import FoundationEssentials
import Validation

/// A libvips picture: one reference, released at the end of its life.
///
/// Most operations are lazy: they build a description, and the work happens when pixels are read. An image
/// never leaves the thread of ``ImageLane`` that made it.
@safe
struct VipsImage: ~Copyable {
    typealias Pointer = UnsafeMutablePointer<CVips.VipsImage>

    // Safe: never nil, and kept alive by this value's own reference until deinit; the pointer is lent only for
    // the length of a call.
    private let pointer: Pointer
    /// The file that this was opened from, which may say more about its colours than libvips reads; nil for the result of
    /// an operation.
    let file: (bytes: Data, format: PhotoFormat)?

    /// Takes ownership of a reference from the caller.
    init?(adopting pointer: Pointer?, of file: (bytes: Data, format: PhotoFormat)? = nil) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
        self.file = file
    }

    /// The same for what a step has made; throws its failure.
    init(
        _ pointer: Pointer?, at stage: ValidationError.Stage,
        of file: (bytes: Data, format: PhotoFormat)? = nil
    ) throws(ValidationError) {
        guard let pointer = unsafe pointer else { throw VipsFailure.error(at: stage) }
        unsafe self.pointer = pointer
        self.file = file
    }

    deinit {
        unsafe g_object_unref(pointer)
    }

    /// Lends the pointer, which must not be kept after `body` returns.
    @safe borrowing func withPointer<Value: ~Copyable, Failure: Error>(
        _ body: (Pointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(pointer)
    }

    /// The result of a C operation on this picture.
    @safe borrowing func applying(
        _ stage: ValidationError.Stage, _ operation: (Pointer) -> Pointer?
    ) throws(ValidationError) -> VipsImage {
        try unsafe VipsImage(operation(pointer), at: stage)
    }

    /// The result of a C operation on this picture and another one.
    @safe borrowing func combined(
        _ stage: ValidationError.Stage, with other: borrowing VipsImage,
        _ operation: (Pointer, Pointer) -> Pointer?
    ) throws(ValidationError) -> VipsImage {
        try applying(stage) { own in other.withPointer { unsafe operation(own, $0) } }
    }

    var width: Int { withPointer { unsafe Int(vips_image_get_width($0)) } }

    var height: Int { withPointer { unsafe Int(vips_image_get_height($0)) } }

    /// The number of channels, alpha included.
    var bands: Int { withPointer { unsafe Int(vips_image_get_bands($0)) } }

    /// Whether the last channel is alpha.
    var hasAlpha: Bool { withPointer { unsafe vips_image_hasalpha($0) != 0 } }
}
