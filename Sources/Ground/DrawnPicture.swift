/// A picture that is drawn for people to look at or print.
package enum DrawnPicture {
    /// The file format of a drawn picture.
    package enum Form: String, Sendable, Codable {
        case jpeg, png
    }

    /// Pixels and their place in the drawing.
    package struct Tile: Sendable {
        package let pixels: PhotoPixels
        package let left: Int
        package let top: Int

        /// Creates a tile; what lies outside the drawing is cut off.
        package init(_ pixels: PhotoPixels, left: Int, top: Int) {
            self.pixels = pixels
            self.left = left
            self.top = top
        }
    }
}
