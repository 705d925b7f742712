extension FaceRule {
    /// The photo was not compressed so much that the face lost its structure.
    static let compression = FaceRule(
        name: "compression", isOfFace: false, holdsFromSide: true
    ) { facts in
        guard let quality = facts.capture?.quality, let eyes = facts.eyes else { return nil }
        let least = FaceTable.leastQuality(eyes.distance.value).rounded()
        guard Double(quality) < least else { return nil }
        return Fault(
            seen: "quality \(quality) of 100",
            limit: """
                at least \(Measure.text(least, .ratio)) with \(eyes.distance.text) between the eyes
                """,
            sentence: """
                The photo was compressed so much that fine structure of your face is lost. Send the camera's own file, \
                not a copy from a chat or a web page.
                """)
    }
}
