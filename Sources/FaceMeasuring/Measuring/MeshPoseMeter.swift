import Glibc
import FaceFacts

/// Measures a head's direction, by the points of its face in three dimensions.
enum MeshPoseMeter {
    /// In degrees, on 43 labelled photos; mirror images differ by 2.4.
    private static let scale = YawScale.byPoints
    /// The pitch measured on heads that are held straight; the median of 43 photos was -6.6.
    private static let straightPitch = -7.0
    /// In pixels of the original: with fewer between the eyes, the measures are less certain.
    private static let fullEyeDistance = 45.0

    static func pose(of mesh: FaceMesh, eyes: EyePair, trust: Double, frame: PhotoFrame) -> Pose? {
        let across = mesh[.rightEyeOuter] - mesh[.leftEyeOuter]
        let roll = atan2(across.y, across.x)
        let yaw = frame.sign * degrees(atan2(across.z, hypot(across.x, across.y)))
        // Make the head upright on the screen first: a tilt is not a lean backwards.
        let upwards = mesh[.forehead] - mesh[.chin]
        let height = upwards.y * cos(roll) - upwards.x * sin(roll)
        let pitch = degrees(atan2(upwards.z, -height)) - straightPitch
        let size = min(1, eyes.distance * frame.scale / fullEyeDistance)
        guard let yaw = Measure(yaw, .degrees, confidence: trust * size * scale.trust(in: yaw)),
            let roll = Measure(
                frame.sign * degrees(roll), .degrees, confidence: trust * size),
            // Nods were not measured against known ones.
            let pitch = Measure(pitch, .degrees, confidence: trust * size * 0.7)
        else { return nil }
        return Pose(yaw: yaw, direction: scale.direction(of: yaw.value), roll: roll, pitch: pitch)
    }

    private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
