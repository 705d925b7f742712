import Glibc

/// A face, cut out at a fixed size and located precisely by the detector's five views.
struct FaceCrop {
    /// The width of the face's box in the crop, in pixels; the views fit as well as at 170, at half the cost.
    static let faceWidth = 120.0
    /// The side of the crop in face widths, with room for the windows of a tilted head.
    private static let room = 1.9

    let grey: GreyRaster
    /// The place of the crop in the photo.
    let patch: Patch
    /// The views and the precise place of the face, in pixels of the crop; nil if no view fits.
    let views: ViewScores?
    /// The face, in pixels of the crop.
    let face: DetectedFace

    /// Cuts a face out at the given width in pixels, after turning the photo by `roll` degrees clockwise.
    init(
        of found: DetectedFace, in picture: GreyRaster, faceWidth: Double = Self.faceWidth,
        roll: Double = 0
    ) {
        let step = found.width / faceWidth
        let side = Int(Self.faceWidth * Self.room)
        let angle = -roll * .pi / 180
        let across = SIMD2(cos(angle), sin(angle)) * step
        patch = Patch(
            width: side, height: side, across: across, SIMD2(repeating: Double(side - 1) / 2),
            at: found.middle)
        grey = patch.grey(of: picture)
        views = FaceDetector.views(in: grey)
        let margin = (Double(side) - faceWidth) / 2
        face =
            views?.face
            ?? DetectedFace(
                left: margin, top: margin, width: faceWidth, height: faceWidth, score: found.score,
                view: found.view)
    }
}
