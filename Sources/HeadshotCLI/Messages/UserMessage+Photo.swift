import Answers
import Validation

/// Words for why a photo's file could not be read.
extension UserMessage {
    init(photo error: Validation.ValidationError) {
        switch error {
        case .fileNotFound, .permissionDenied:
            self.init(error.code, error.sentence, .photoRefused)
        case .fileUnreadable: self.init(error.code, error.sentence, .disk)
        case .libraryUnavailable:
            self.init(
                error.code, error.sentence, hint: "'headshot doctor' checks it.", .configuration)
        case .libraryFailed: self.init(error.code, error.sentence, .internalError)
        }
    }
}
