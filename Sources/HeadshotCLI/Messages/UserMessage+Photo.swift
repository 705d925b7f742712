import Foundation
import Validation

/// Words for what kept a photo's file from being read.
extension UserMessage {
    init(photo error: Validation.ValidationError) {
        switch error {
        case .fileNotFound(let path):
            self.init("file_not_found", "There is no such file: \(path)", .photoRefused)
        case .permissionDenied(let path):
            self.init("permission_denied", "This file may not be read: \(path)", .photoRefused)
        case .fileUnreadable(let path, let errno):
            let detail = unsafe String(cString: strerror(errno))
            self.init("file_unreadable", "This file cannot be read: \(path): \(detail)", .disk)
        case .libraryUnavailable:
            self.init(
                "library_unavailable",
                "libvips did not start.", hint: "'headshot doctor' checks it.", .configuration)
        case .libraryFailed(let stage, let detail):
            self.init(
                "library_failed", "libvips failed at \(stage.rawValue): \(detail)", .internalError)
        }
    }
}
