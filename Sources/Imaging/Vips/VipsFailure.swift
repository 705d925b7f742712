import CVips
import Synchronization
import Validation

/// The text of libvips' last failure.
///
/// libvips has one buffer for the whole process, so the text may be empty or about another photo. It is for operators; a
/// decoder, which has one photo at a time, also learns from it that memory ran out.
enum VipsFailure {
    private static let buffer = Mutex(())
    /// The last text of a failure, expected or not, that was about memory.
    private static let memoryText = Mutex<String?>(nil)

    /// The text of a failure for want of memory since ``forgetMemory()``; nil if there was none.
    ///
    /// A decoder has one photo at a time: the failure was that photo's.
    static var aboutMemory: String? { memoryText.withLock { $0 } }

    /// Forgets what earlier work failed at.
    static func forgetMemory() { memoryText.withLock { $0 = nil } }

    /// The error of a step that has just failed; clears the text.
    static func error(at stage: ValidationError.Stage) -> ValidationError {
        let text = takeText()
        return isAboutMemory(text)
            ? .memoryExhausted(stage: stage, detail: text)
            : .libraryFailed(stage: stage, detail: text)
    }

    /// Throws the failure of a step that ended with another status than 0.
    static func check(_ status: Int32, at stage: ValidationError.Stage) throws(ValidationError) {
        if status != 0 { throw error(at: stage) }
    }

    /// Whether a library reports that it got no memory, for which none has a code.
    static func isAboutMemory(_ text: String) -> Bool {
        let text = text.lowercased()
        return memoryWords.contains { text.contains($0) }
    }

    /// Of libvips and libpng, libjpeg, libheif, and the system.
    private static let memoryWords = [
        "out of memory", "insufficient memory", "memory allocation", "cannot allocate memory",
    ]

    /// Whether libheif's failure is that it does not know a kind of file or of coding: of its errors' codes, 3 and 4.
    static func isAboutKind(_ text: String) -> Bool {
        text.contains(/\([34]\.\d+\)/)
    }

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
        let text = takeText()
        if isAboutMemory(text) { memoryText.withLock { $0 = text } }
    }
}
