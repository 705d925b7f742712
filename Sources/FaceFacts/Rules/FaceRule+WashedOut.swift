import Ground

extension FaceRule {
    /// The photo is not washed out: somewhere it is dark.
    static let washedOut = FaceRule(name: "washedOut", part: .contrast) { facts in
        guard let black = facts.light?.black, black.value > mostBlack else { return nil }
        return Fault(
            matter: .contrastBacklight, seen: black.text,
            limit: "darkest parts at most \(Measure.text(mostBlack, .lightness))",
            sentence: """
                The photo is washed out: even its darkest parts are gray. Clean the lens, switch off filters, and \
                avoid light from behind.
                """)
    }

    /// The lightness up to which the darkest parts count as dark.
    ///
    /// Measured on 43 portraits: 16.4 at most; washed out by a gamma of 0.45, more than 20 in 30 of them, and in fog in 41. The
    /// others keep real black.
    private static let mostBlack = 20.0

    /// The most that a photo can reach, by its darkest parts; ordinary photos are not affected.
    static let washedOutCeiling = Curve([(mostBlack, 1), (30, 0.75), (45, 0.55)])
}
