/// What a scan says that a profile and tips are made of.
public struct ScanFacts: Sendable, Equatable {
    /// The scan.
    public var id: String
    /// Of the photo, 1 to 10.
    public var score: Double
    /// What leaves most room, the largest first, such as `framing.small`; `framing` where it is not known what of it.
    public var weakest: [String] = []
    /// What was said of each.
    public var remarks: [String] = []
    /// The colours of face and clothes; `nil` where the light says nothing about them.
    public var colours: Colours?
    /// The tilt of the head in degrees, clockwise on the screen.
    public var tilt: Double?
    /// Where the nose points, as the viewer sees it.
    public var direction: String?
    /// Where most light comes from.
    public var light: String?
    /// The shape of the face; `nil` where it was not measured.
    public var shape: Shape?

    /// The colours of a photo.
    public struct Colours: Sendable, Equatable {
        /// `warm`, `cool` or `neutral`.
        public var undertone: String
        /// The season of colour consultants, for fun.
        public var season: String?
        /// Colours as `#rrggbb`, the largest share first.
        public var palette: [String]
        /// How reliable they are, 0 to 1.
        public var confidence: Double

        /// Describes colours.
        public init(
            undertone: String, season: String? = nil, palette: [String] = [], confidence: Double
        ) {
            self.undertone = undertone
            self.season = season
            self.palette = palette
            self.confidence = confidence
        }
    }

    /// A shape as far as one photo shows it.
    public struct Shape: Sendable, Equatable {
        /// As the words name it.
        public var name: String
        /// How likely it is right, 0 to 1.
        public var confidence: Double

        /// Describes a shape.
        public init(_ name: String, confidence: Double) {
            self.name = name
            self.confidence = confidence
        }
    }

    /// Describes a scan of which nothing else is known.
    public init(id: String, score: Double) {
        self.id = id
        self.score = score
    }
}
