import Glibc

/// Memory for the pixels of one photo; a process that decodes photo after photo reuses it.
///
/// The system supplies large blocks page by page and clears each page at its first use; a new block for each
/// photo would add a fifth to the cost of decoding.
@safe
struct PixelBuffer: ~Copyable {
    /// Room for the largest photo, in bytes: 4096 by 4096 pixels of three channels.
    static let byteCount = 4096 * 4096 * 3

    // Safe: this value's own memory, `byteCount` bytes long, until deinit. It is lent to one thread for one piece of
    // work, which pictures that lie in it do not leave: they are neither copyable nor sendable.
    private let memory: UnsafeMutableRawPointer?

    /// Reserves the memory; pages use up memory only once they are written to.
    init() {
        unsafe memory = malloc(Self.byteCount)
    }

    deinit {
        unsafe free(memory)
    }

    /// Lends the memory for the length of the call; nil if the system has none.
    @safe borrowing func withMemory<Value: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer?) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(
            memory.map {
                unsafe UnsafeMutableRawBufferPointer(start: $0, count: Self.byteCount)
            })
    }
}
