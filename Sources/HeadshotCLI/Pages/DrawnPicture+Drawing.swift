import Foundation
import Pages
import Validation

extension DrawnPicture {
    /// Makes the picture of a drawing, each of whose places gets its photo in its middle.
    static func draw(
        _ drawing: Drawing, over photos: [AnalysisPixels], as form: Form
    ) async throws -> Data {
        let tiles = zip(drawing.places, photos).map { place, photo in
            Tile(
                photo, left: place.left + (place.width - photo.width) / 2,
                top: place.top + (place.height - photo.height) / 2)
        }
        return try await draw(
            drawing.svg, width: drawing.width, height: drawing.height, over: tiles, as: form)
    }
}
