/// A picture to render: an SVG over photos, with a place left free for each.
public struct Drawing: Sendable, Equatable {
    /// The place of one photo, which fills it or is smaller and centred.
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
    /// The places of the photos, in the order in which the photos were handed in.
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
