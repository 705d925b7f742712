import Crypto
import Foundation
import Imaging
import Validation

/// Makes the pictures that stand in for headshots, and caches the last few.
///
/// A picture is the middle of the photo that was sent, above a band whose colour is the first three bytes of
/// the prompt's SHA-256, so that a test can tell which photo and which prompt it was made from.
actor PictureStudio {
    private struct Order: Equatable {
        let photo: String
        let prompt: String
        let size: PictureSize
        let isJPEG: Bool
    }

    /// Enough for the concurrent requests of one test or demo, at about 1.5 MB each.
    private let capacity = 8
    private var kept: [(order: Order, bytes: Data)] = []

    /// A PNG or a JPEG of a size; throws if the photo cannot be decoded.
    func picture(
        _ photo: Data?, prompt: String, size: PictureSize, asJPEG: Bool = false
    ) async throws(ValidationError) -> Data {
        guard let photo else { return SolidPicture.png }
        let order = Order(
            photo: sha256(photo), prompt: sha256(Data(prompt.utf8)), size: size, isJPEG: asJPEG)
        if let known = kept.first(where: { $0.order == order }) { return known.bytes }
        let hash = Array(SHA256.hash(data: Data(prompt.utf8)))
        let bytes = try await PictureMaker.fill(
            photo, width: size.width, height: size.height, label: (hash[0], hash[1], hash[2]),
            asJPEG: asJPEG)
        kept = kept.suffix(capacity - 1) + [(order, bytes)]
        return bytes
    }
}
