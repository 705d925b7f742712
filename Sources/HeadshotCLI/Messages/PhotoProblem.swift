import Ground
package import Validation
import Foundation

/// Words for why a photo's file could not be read.
extension Validation.ValidationError {
    /// The error's code for programs; stable even if the words change.
    package var code: String {
        switch self {
        case .fileNotFound: "file_not_found"
        case .permissionDenied: "permission_denied"
        case .fileUnreadable: "file_unreadable"
        case .libraryUnavailable: "library_unavailable"
        case .libraryFailed, .memoryExhausted: "library_failed"
        }
    }

    /// What happened.
    package var sentence: String {
        switch self {
        case .fileNotFound(let path): "There is no such file: \(path)"
        case .permissionDenied(let path): "This file may not be read: \(path)"
        case .fileUnreadable(let path, let errno):
            "This file cannot be read: \(path): \(SystemError.words(for: errno))"
        case .libraryUnavailable: "libvips did not start."
        case .libraryFailed(let stage, let detail), .memoryExhausted(let stage, let detail):
            "libvips failed at \(stage.rawValue): \(detail)"
        }
    }

    /// Whether only this file is at fault, so that others can be read.
    package var isOfFile: Bool {
        switch self {
        case .fileNotFound, .permissionDenied: true
        case .fileUnreadable, .libraryUnavailable, .libraryFailed, .memoryExhausted: false
        }
    }
}
