/// How clearly the eyes are visible where the face's points place them: little behind sunglasses or hair.
enum EyeClarity {
    /// The usual eye distance in a face 120 pixels wide, the size at which candidates are searched.
    private static let eyeDistance = 48.0
    private static let faceWidth = FaceCrop.faceWidth
    /// The margin around the eyes that candidates need.
    private static let room = 44.0

    /// 0 not at all, 1 clearly.
    static func clarity(
        left: SIMD2<Double>, right: SIMD2<Double>, in picture: Picture
    ) -> Double {
        let across = (right - left) / eyeDistance
        let patch = Patch(
            width: Int(eyeDistance + 2 * room), height: Int(2 * room), across: across,
            SIMD2(repeating: room), at: left)
        let field = GradientField(of: patch.colours(of: picture).grey())
        let places = [SIMD2(room, room), SIMD2(room + eyeDistance, room)]
        return places.map { place in
            EyeCandidate.best(in: field, near: place, faceWidth: faceWidth).first?.clarity ?? 0
        }.min() ?? 0
    }
}
