import Crypto
import Foundation
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
    }

    /// Enough for the concurrent requests of one test or demo, at about 1.5 MB each.
    private let capacity = 8
    private var kept: [(order: Order, png: Data)] = []

    /// A PNG for a request; throws ``ServiceError/unreadablePicture`` if the photo cannot be decoded.
    func picture(for request: GenerateRequest) async throws(ServiceError) -> Data {
        let size = PictureSize(aspectRatio: request.aspectRatio)
        guard let photo = request.photo else { return SolidPicture.png }
        let order = Order(
            photo: sha256(photo), prompt: sha256(Data(request.prompt.utf8)), size: size)
        if let known = kept.first(where: { $0.order == order }) { return known.png }
        let hash = Array(SHA256.hash(data: Data(request.prompt.utf8)))
        let png: Data
        do {
            png = try await PictureMaker.fill(
                photo, width: size.width, height: size.height, label: (hash[0], hash[1], hash[2]))
        } catch {
            throw .unreadablePicture
        }
        kept = kept.suffix(capacity - 1) + [(order, png)]
        return png
    }
}
