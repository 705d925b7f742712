import Glibc
import Nets

/// A second detection of a face of which a part is near the upper or the lower edge of the photo.
///
/// The mesh squeezes a whole face into the visible part of one that is cut off. The detector's net, which gets a patch that
/// reaches beyond the edge, places the missing parts outside the photo.
enum EdgeLook {
    /// How near to an edge the eyes or the mouth must be, in eye distances.
    ///
    /// In faces cut below the eyes, the mesh's points are up to 0.8 from the edge.
    private static let reach = 0.9
    /// How far the middle of the net's patch is below the eyes, and the patch's side, in eye distances.
    ///
    /// With a side of 4, the net, too, misplaces the eyes of faces cut through the eyes.
    private static let belowEyes = 0.5
    private static let side = 5.0
    /// How far the net's eyes may be from the known ones, in eye distances.
    ///
    /// They are up to 1.5 away if a mouth was taken for eyes; a neighbour's are farther.
    private static let sameFace = 1.75

    /// The face as the detector's net places it, in pixels of the picture; nil if no part is near an edge.
    static func face(
        with eyes: EyePair, mesh: FaceMesh?, in picture: Picture, _ frame: PhotoFrame, net: Net?
    ) -> FaceCandidate? {
        let unit = eyes.frontalDistance
        let parts =
            [eyes.left, eyes.right]
            + (mesh.map { mesh in MeshPoint.mouth.map { mesh[$0].flat } } ?? [])
        guard let net, unit.isFinite, unit > 1,
            parts.contains(where: { frame.heightRoom(around: $0) < reach * unit })
        else { return nil }
        let count = FaceCandidateFinder.side
        let angle = eyes.roll * .pi / 180
        let patch = Patch(
            width: count, height: count,
            across: SIMD2(cos(angle), sin(angle)) * (side * unit / Double(count)),
            SIMD2(repeating: Double(count - 1) / 2),
            at: eyes.middle + SIMD2(-sin(angle), cos(angle)) * (belowEyes * unit))
        return FaceCandidateFinder(net: net).candidates(in: patch.colours(of: picture))
            .map { $0.placed(by: patch) }
            .first { (($0.eyes.0 + $0.eyes.1) / 2 - eyes.middle).length < sameFace * unit }
    }
}
