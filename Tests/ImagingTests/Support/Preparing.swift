import Foundation
import Ground
import Imaging
import Testing
import Validation

/// The photo as sent; a refusal fails the test.
func prepared(
    _ bytes: Data, by preparer: PhotoPreparer = PhotoPreparer(), analysisSide: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> PreparedPhoto {
    let preparation = try await preparer.prepare(bytes, analysisSide: analysisSide)
    let photo: PreparedPhoto? = if case .prepared(let photo) = preparation { photo } else { nil }
    return try #require(photo, "\(preparation)", sourceLocation: sourceLocation)
}

/// Why a photo is refused; nothing where it is not.
func refusal(
    of bytes: Data, by preparer: PhotoPreparer = PhotoPreparer()
) async throws -> [Finding] {
    switch try await preparer.prepare(bytes) {
    case .prepared, .judged: return []
    case .refused(let findings): return findings
    }
}
