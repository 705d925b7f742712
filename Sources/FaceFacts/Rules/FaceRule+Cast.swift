extension FaceRule {
    /// The photo is not tinted.
    static let colourCast = FaceRule(name: "colourCast", isOfFace: false, holdsFromSide: true) {
        facts in
        guard let skin = facts.colour?.skin, let cast = skin.cast else { return nil }
        return Fault(
            seen: "skin at a* \(skin.redness.text), b* \(skin.yellowness.text)",
            limit: """
                a* \(FaceTable.skinRedness.words), b* \(FaceTable.skinYellowness.words), give or take \
                \(Measure.text(FaceTable.strangeSkin, .colour))
                """,
            sentence: """
                The whole photo is tinted \(cast.rawValue), your skin too. Use daylight or lamps of one color, and set \
                the camera's white balance to automatic.
                """)
    }
}

extension ClosedRange<Double> {
    fileprivate var words: String {
        "\(Measure.text(lowerBound, .colour)) to \(Measure.text(upperBound, .colour))"
    }
}
