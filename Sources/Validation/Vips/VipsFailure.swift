import CVips
import Synchronization

/// The text of libvips' last failure, for operators only.
///
/// libvips has one buffer for the whole process, so the text may be empty or about another photo. Decide by
/// return values only.
enum VipsFailure {
    private static let buffer = Mutex(())

    /// Copies the text and clears it.
    static func takeText() -> String {
        buffer.withLock { _ in
            guard let text = unsafe vips_error_buffer_copy() else { return "" }
            defer { unsafe g_free(text) }
            vips_error_clear()
            return unsafe String(cString: text)
        }
    }

    /// Clears the text of a failure that was expected.
    static func discard() {
        _ = takeText()
    }
}
