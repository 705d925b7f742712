package import Foundation

/// Draws an SVG over pictures, for people to look at or print.
package enum DrawnPicture {
    /// What a drawn picture is written as.
    package enum Form: String, Sendable, Codable {
        case jpeg, png
    }

    /// Pixels at a place of the drawing.
    package struct Tile: Sendable {
        package let pixels: AnalysisPixels
        package let left: Int
        package let top: Int

        /// Puts pixels at a place; what sticks out of the drawing is cut off.
        package init(_ pixels: AnalysisPixels, left: Int, top: Int) {
            self.pixels = pixels
            self.left = left
            self.top = top
        }
    }

    /// The quality of a JPEG for people, at which nobody sees a difference.
    private static let jpegQuality = 90

    /// Makes a picture of `width` by `height` pixels: the tiles on white, and `svg` over all.
    ///
    /// The SVG must be the program's own, as everything in it that came from strangers is escaped. For a
    /// process that is fenced in: words of strangers are set in type here.
    package static func draw(
        _ svg: String, width: Int, height: Int, over tiles: [Tile], as form: Form
    ) async throws(ValidationError) -> Data {
        try await ImageLane.runPictureWork { _ throws(ValidationError) in
            VipsRuntime.allowDrawing()
            let white = Data(repeating: 255, count: width * height * 3)
            guard
                var sheet = try VipsImage(rgb: white, width: width, height: height).copiedToMemory()
            else { throw .libraryFailed(stage: .geometry, detail: "no memory for the drawing") }
            for tile in tiles {
                let picture = try VipsImage(
                    rgb: tile.pixels.rgb, width: tile.pixels.width, height: tile.pixels.height)
                try sheet.draw(picture, left: tile.left, top: tile.top)
            }
            let drawn = try sheet.below(VipsImage(svg: Data(svg.utf8)))
            return switch form {
            case .jpeg: try drawn.encodedJPEG(quality: jpegQuality)
            case .png: try drawn.encodedPNG()
            }
        }
    }
}
