/// How clearly eyes stand out where the points of a face place them: little behind sunglasses or hair.
enum EyeClarity {
    /// The usual distance of eyes in a face 120 pixels wide, at which candidates are looked for.
    private static let eyeDistance = 48.0
    private static let faceWidth = FaceCrop.faceWidth
    /// Room around the eyes for the candidates and what they are seen by.
    private static let room = 44.0

    /// 0 not at all, 1 clearly.
    static func clarity(
        left: SIMD2<Double>, right: SIMD2<Double>, in picture: Picture
    ) -> Double {
        let across = (right - left) / eyeDistance
        let turned = Patch(width: 1, height: 1, origin: .zero, across: across)
        let patch = Patch(
            width: Int(eyeDistance + 2 * room), height: Int(2 * room),
            origin: left - turned.position(x: room, y: room), across: across)
        let field = GradientField(of: patch.colours(of: picture).grey())
        let places = [SIMD2(room, room), SIMD2(room + eyeDistance, room)]
        return places.map { place in
            EyeCandidate.best(in: field, near: place, faceWidth: faceWidth).first?.clarity ?? 0
        }.min() ?? 0
    }
}
