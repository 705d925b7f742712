/// What is known of how well a person was cut out; all but ``band`` and ``doubt`` are shares.
public struct CutOutFigures: Codable, Sendable, Equatable {
    /// The part of the face that surely belongs to the person.
    public var face: Double
    /// How far two looks at the head agree, the mirrored and the enlarged one: the lesser of two overlaps.
    public var agreement: Double
    /// The width of the band in which person and background mix, in eye distances.
    public var band: Double
    /// The size of the largest piece that the net is not sure of, above the shoulders, in squares of the eye distance.
    public var doubt: Double
    /// The size of other people or things taken for people, beside that of the person.
    public var lost: Double
    /// The part of the lower edge that the person takes.
    public var bottom: Double
    /// The part of the picture that is surely background.
    public var background: Double

    /// Creates figures.
    public init(
        face: Double, agreement: Double, band: Double, doubt: Double, lost: Double,
        bottom: Double, background: Double
    ) {
        self.face = face
        self.agreement = agreement
        self.band = band
        self.doubt = doubt
        self.lost = lost
        self.bottom = bottom
        self.background = background
    }
}
