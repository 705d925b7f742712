import Foundation
import Ground
import Imaging
import TestSupport
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

/// Expects the colours of a photo as sent, or of another picture, quadrant by quadrant.
func expectColours(
    of jpeg: Data, toBe colours: [FixtureColour], within tolerance: Int = 12,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let seen = try PictureJudge(jpeg).quadrants()
    #expect(
        zip(seen, colours).allSatisfy { $0.isNear($1, within: tolerance) },
        "\(seen) instead of \(colours)", sourceLocation: sourceLocation)
}

/// Where each upright quadrant lies in a file, by the meaning of its EXIF tag.
func places(ofOrientation orientation: Int) -> [Int] {
    [
        [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1],
        [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
    ][orientation - 1]
}

/// A box of a container of the ISO base media file format.
func isoBox(_ type: String, _ content: Data) -> Data {
    let size = content.count + 8
    return Data([24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) }) + Data(type.utf8) + content
}
