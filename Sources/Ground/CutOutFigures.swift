/// How well a person was cut out; all but ``band``, ``doubt`` and ``missing`` are shares.
public struct CutOutFigures: Codable, Sendable, Equatable {
    /// The part of the face that certainly belongs to the person.
    public var face: Double
    /// How well the looks at the head agree, mirrored and enlarged: the smaller of two overlaps.
    public var agreement: Double
    /// The width of the band where person and background mix, in eye distances.
    public var band: Double
    /// The size of the largest uncertain piece above the shoulders, in squares of the eye distance.
    public var doubt: Double
    /// The size of the largest piece of the body that may have been left out, in squares of the eye distance.
    public var missing: Double
    /// The size of other people, or things taken for people, relative to the person.
    public var lost: Double
    /// The part of the lower edge that the person covers.
    public var bottom: Double
    /// The part of the picture that certainly is background.
    public var background: Double

    /// Creates figures.
    public init(
        face: Double, agreement: Double, band: Double, doubt: Double, missing: Double, lost: Double,
        bottom: Double, background: Double
    ) {
        self.face = face
        self.agreement = agreement
        self.band = band
        self.doubt = doubt
        self.missing = missing
        self.lost = lost
        self.bottom = bottom
        self.background = background
    }
}
