package import FoundationEssentials
package import Ground
import Validation

/// A drawing as it is sent to its process: an SVG, and pixels below it.
package struct DrawingOrder: Codable, Sendable {
    /// Where pixels go; they are sent beside the order, place after place.
    package struct Place: Codable, Sendable {
        package let left: Int
        package let top: Int
        package let width: Int
        package let height: Int

        package init(left: Int, top: Int, width: Int, height: Int) {
            self.left = left
            self.top = top
            self.width = width
            self.height = height
        }
    }

    package let svg: String
    package let width: Int
    package let height: Int
    package let form: DrawnPicture.Form
    package let places: [Place]

    package init(
        svg: String, width: Int, height: Int, form: DrawnPicture.Form, places: [Place]
    ) {
        self.svg = svg
        self.width = width
        self.height = height
        self.form = form
        self.places = places
    }

    /// The tiles, from the pixels sent beside the order; nil if those are too few or too many.
    package func tiles(of pixels: Data) -> [DrawnPicture.Tile]? {
        var rest = pixels
        var tiles: [DrawnPicture.Tile] = []
        for place in places {
            let count = place.width * place.height * 3
            guard place.width > 0, place.height > 0, rest.count >= count else { return nil }
            let part = PhotoPixels(
                width: place.width, height: place.height, rgb: Data(rest.prefix(count)), scale: 1)
            tiles.append(DrawnPicture.Tile(part, left: place.left, top: place.top))
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty ? tiles : nil
    }

    /// The most bytes of the picture: four for each pixel, and a margin for any file format.
    package var pictureByteLimit: Int { width * height * 4 + 1_000_000 }

    /// Whether `bytes` begin like the expected picture.
    package func canMake(_ bytes: Data) -> Bool {
        switch form {
        case .jpeg: JPEGStructure.isBare(bytes)
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        }
    }
}
