/// The colour of the skin as the photo shows it, in light of any colour, and whether all of the photo is tinted.
public struct SkinColour: Codable, Sendable, Equatable {
    /// The colours that a whole photo may be tinted in.
    public enum Tint: String, Codable, Sendable, CaseIterable {
        case red, orange, yellow, green, cyan, blue, magenta
    }

    /// How red the skin is, and not green: a* in CIELAB.
    public let redness: Measure
    /// How yellow the skin is, and not blue: b* in CIELAB.
    public let yellowness: Measure
    /// The colour in which all of the photo is tinted; nil if skin in ordinary light has such a colour, if something in
    /// the photo is grey, or if what surrounds the person does not lean to that colour, too.
    public let cast: Tint?

    package init(redness: Measure, yellowness: Measure, cast: Tint?) {
        self.redness = redness
        self.yellowness = yellowness
        self.cast = cast
    }

    /// How far the skin's colour is from those of skin in ordinary light, in CIELAB.
    package var strangeness: Double { strayed.length }

    /// How far the colour has strayed from those of skin, towards red and yellow.
    package var strayed: (redness: Double, yellowness: Double, length: Double) {
        Self.strayed(redness: redness.value, yellowness: yellowness.value)
    }

    /// The same for a colour that is not a measure yet.
    package static func strayed(
        redness: Double, yellowness: Double
    ) -> (redness: Double, yellowness: Double, length: Double) {
        let red = FaceTable.skinRedness.excess(of: redness)
        let yellow = FaceTable.skinYellowness.excess(of: yellowness)
        return (red, yellow, (red * red + yellow * yellow).squareRoot())
    }
}

extension ClosedRange<Double> {
    /// How far a value is above the range, or below it as a negative number; 0 within.
    fileprivate func excess(of value: Double) -> Double {
        if value > upperBound { return value - upperBound }
        return value < lowerBound ? value - lowerBound : 0
    }
}
