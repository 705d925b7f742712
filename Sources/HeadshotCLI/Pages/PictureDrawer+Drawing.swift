import Answers
import Foundation
import Ground
import HeadshotWorker
import Pages

extension PictureDrawer {
    /// Renders a drawing, with each photo in the middle of its place.
    func draw(
        _ drawing: Drawing, over photos: [PhotoPixels], as form: DrawnPicture.Form
    ) async throws -> Data {
        let tiles = zip(drawing.places, photos).map { place, photo in
            DrawnPicture.Tile(
                photo, left: place.left + (place.width - photo.width) / 2,
                top: place.top + (place.height - photo.height) / 2)
        }
        return try await draw(
            drawing.svg, width: drawing.width, height: drawing.height, over: tiles, as: form)
    }
}
