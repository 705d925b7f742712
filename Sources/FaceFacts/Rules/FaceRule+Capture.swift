import Ground

extension FaceRule {
    /// The camera is far enough away not to distort the face.
    static let cameraDistance = FaceRule(name: "cameraDistance", isOfFace: false) { facts in
        guard let distance = facts.capture?.distance, distance.value < FaceTable.nearCamera else {
            return nil
        }
        // More digits would pretend to know the person's own distance between the eyes.
        let about = max(5, (distance.value / 5).rounded() * 5)
        let wider = (FaceTable.noseWidth(at: about) / FaceTable.noseWidth(at: 150) - 1)
            .rounded(to: 2)
        return Fault(
            seen: distance.text,
            limit: "at least \(Measure.text(FaceTable.nearCamera, .centimetres))",
            sentence: """
                The camera was about \(Int(clamping: about)) cm away: from there, a nose looks \(wider.spokenShare) \
                wider than from 1.5 m. Hold it at arm's length, or have somebody take the photo.
                """)
    }
}
