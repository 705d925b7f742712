import Ground

extension FaceRule {
    /// The photo is not washed out: it has dark parts, and so has the face.
    static let washedOut = FaceRule(name: "washedOut", part: .contrast) { facts in
        guard let light = facts.light, let black = light.black,
            light.excessOfBlack(facts.sharpness) > 0
        else { return nil }
        let seen = [black, light.faceBlack].compactMap { $0 }.map(\.text)
        return Fault(
            matter: .contrastBacklight, seen: seen.joined(separator: ", in the face "),
            limit: """
                darkest parts at most \(Measure.text(mostBlack, .lightness)), in the face at most \
                \(Measure.text(mostFaceBlack, .lightness))
                """,
            sentence: """
                The photo is washed out: even its darkest parts are gray. Clean the lens, switch off filters, and \
                avoid light from behind.
                """)
    }

    /// The lightness up to which the darkest parts count as dark.
    ///
    /// Measured on 43 portraits: at most 16.4. Washed out by a gamma of 0.45, 32 of them are above the limit, and the others keep
    /// real black; in haze, all are above it.
    fileprivate static let mostBlack = 18.0
    /// The lightness up to which the darkest parts of a sharp face count as dark.
    ///
    /// Measured on the same portraits: at most 28. Washed out, 40 of them are above this limit or the one for the photo.
    fileprivate static let mostFaceBlack = 30.0
    /// The least steepness of edges at which light pupils and lashes show a washed-out face and not a blurred one.
    ///
    /// Washed-out portraits have at least 0.38. Blurred by a thirtieth of the eye distance, one of 43 has that and light pupils.
    fileprivate static let leastEdges = 0.38

    /// The most that a photo can reach, by how much too light its darkest parts are; ordinary photos are not affected.
    static let washedOutCeiling = Curve([(0, 1), (1, 0.66), (12, 0.6), (27.5, 0.5)])
}

extension Light {
    /// By how much the darkest parts are too light: of the photo, or of the face if it is sharp; 0 or less where they are dark.
    func excessOfBlack(_ sharpness: Sharpness?) -> Double {
        let isSharp = sharpness.map { $0.edges.value >= FaceRule.leastEdges } ?? false
        let excess = [
            black.map { $0.value - FaceRule.mostBlack },
            isSharp ? faceBlack.map { $0.value - FaceRule.mostFaceBlack } : nil,
        ]
        return excess.compactMap { $0 }.max() ?? 0
    }
}
