import Answers
import HeadshotWorker
import Validation

/// A first look at one photo file: whether it can be submitted at all.
enum PhotoCheck {
    case accepted(CheckedPhoto)
    case refused(RefusedPhoto)

    /// Reads a photo's header; a file that cannot be read for a reason of its own is refused.
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
