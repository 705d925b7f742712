package import FoundationEssentials
package import Ground
package import Validation

extension DrawnPicture {
    /// The quality of a JPEG for people; its losses are invisible.
    private static let jpegQuality = 90

    /// Draws a picture of `width` by `height` pixels: the tiles on white, and `svg` over them.
    ///
    /// The program must have written the SVG itself and escaped every stranger's text in it. Call this only in
    /// a sandboxed process: it lays out text from strangers.
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
