/// A picture to be made: an SVG over photos, whose places are left free in it.
public struct Drawing: Sendable, Equatable {
    /// Where one photo goes; it fills the place, or is smaller and lies in its middle.
    public struct Place: Sendable, Equatable {
        /// Pixels from the left.
        public let left: Int
        /// Pixels from the top.
        public let top: Int
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
    }

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Everything but the photos.
    public let svg: String
    /// The places of the photos, in the order in which these were handed in.
    public let places: [Place]

    init(width: Int, height: Int, shapes: String, places: [Place]) {
        self.width = width
        self.height = height
        svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)">
            \(shapes)</svg>
            """
        self.places = places
    }
}
