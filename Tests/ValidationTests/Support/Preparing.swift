import Foundation
import Ground
import Testing
import Validation

/// The photo as sent; a refusal fails the test.
func prepared(
    _ bytes: Data, by preparer: PhotoPreparer = PhotoPreparer(), analysisSide: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> PreparedPhoto {
    switch try await preparer.prepare(bytes, analysisSide: analysisSide) {
    case .prepared(let photo): return photo
    case .refused(let findings):
        let comment: Comment = "refused: \(findings.map(\.sentence))"
        let photo: PreparedPhoto? = nil
        return try #require(photo, comment, sourceLocation: sourceLocation)
    }
}

/// Why a photo is refused; nothing where it is not.
func refusal(
    of bytes: Data, by preparer: PhotoPreparer = PhotoPreparer()
) async throws -> [Finding] {
    switch try await preparer.prepare(bytes) {
    case .prepared: return []
    case .refused(let findings): return findings
    }
}
