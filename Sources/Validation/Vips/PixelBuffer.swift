import Glibc

/// Memory for the pixels of one photo, kept by a thread and used for one photo after another.
///
/// The system hands out large pieces of memory page by page, each cleared at its first use; fresh ones
/// for each photo would add a fifth to the cost of decoding.
@safe
struct PixelBuffer: ~Copyable {
    /// Room for the largest photo, in bytes: 4096 by 4096 pixels of three channels.
    static let byteCount = 4096 * 4096 * 3

    // Safe: this value's own piece of memory, `byteCount` long, until deinit. It is lent to one thread,
    // and who keeps a picture in it for longer than a photo's turn sees another photo, not freed
    // memory: the threads that own buffers never end.
    private let memory: UnsafeMutableRawPointer?

    /// Reserves the memory; pages take up room only once they were written to.
    init() {
        unsafe memory = malloc(Self.byteCount)
    }

    deinit {
        unsafe free(memory)
    }

    /// Lends the memory for the length of the call; nil where the system has none.
    @safe borrowing func withMemory<Value: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer?) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(
            memory.map {
                unsafe UnsafeMutableRawBufferPointer(start: $0, count: Self.byteCount)
            })
    }
}
