import Answers
import HeadshotWorker
import Validation

/// A first check of one photo file: whether it can be submitted at all.
enum PhotoCheck {
    case accepted(CheckedPhoto)
    case refused(RefusedPhoto)

    /// Reads a photo's header; if only this file cannot be read, it is refused.
    static func run(_ path: String) async throws -> PhotoCheck {
        do {
            let photo = try await Submitter.check(path)
            guard photo.inspection.isAccepted else {
                return .refused(
                    RefusedPhoto(
                        photo: path, findings: photo.inspection.findings, problem: nil))
            }
            return .accepted(photo)
        } catch {
            let message = UserMessage(error)
            guard message.status == .photoRefused else { throw error }
            return .refused(RefusedPhoto(photo: path, findings: [], problem: message.sentence))
        }
    }
}
