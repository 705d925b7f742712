import FaceFacts
import Foundation
import TestSupport
import Validation

/// One way to make a photo worse, in five steps, with the measure that has to fall and the rules that have to speak first.
///
/// What covers a part of the face is not among them: that has no steps, and its components are not measured.
struct Degradation: Sendable, CustomStringConvertible {
    let name: String
    /// The component of ISO/IEC 29794-5 that it attacks, or a measure that the standard does not have.
    let measureName: String
    /// Any of these is right.
    let rules: Set<String>
    /// The measure, turned so that it falls; nil where it is unknown.
    let measure: @Sendable (PhotoAnalysis) -> Double?
    /// The picture at one of five steps, from 1 on; `seed` makes what is random the same in each run.
    let apply: @Sendable (Context, _ step: Int) throws -> Picture

    var description: String { name }

    /// What a step needs to know.
    struct Context: Sendable {
        let subject: Subject
        /// What was seen in the photo as it is.
        let facts: FaceFacts
        let seed: UInt64

        /// The eye at the left of the picture, the one at the right, and the distance of a frontal head, in the picture's pixels.
        var eyes: (left: SIMD2<Double>, right: SIMD2<Double>, unit: Double)? {
            guard let eyes = facts.eyes, let framing = facts.framing else { return nil }
            let unit = framing.headShare.value * facts.height / FaceTable.headInEyes
            return (
                SIMD2(eyes.left.x, eyes.left.y) / subject.scale,
                SIMD2(eyes.right.x, eyes.right.y) / subject.scale, unit / subject.scale
            )
        }

        func picture(_ face: DrawnFace, source: PhotoSource = PhotoSource()) -> Picture {
            Picture(face: face, scale: subject.scale, source: source)
        }
    }

    static let steps = 1...5

    static let all: [Degradation] = ofLight + ofDetail + ofFrame
}

extension Degradation {
    fileprivate init(
        _ name: String, _ component: QualityComponent.Name, _ rules: Set<String>, falls: Double = 1,
        _ apply: @escaping @Sendable (Context, Int) throws -> Picture
    ) {
        self.init(
            name: name, measureName: component.rawValue, rules: rules,
            measure: { analysis in
                analysis.facts.reading(of: component)?.value.map { falls * $0 }
            }, apply: apply)
    }

    fileprivate static func at<Value>(_ step: Int, _ values: [Value]) -> Value { values[step - 1] }

    private static let ofLight: [Degradation] = [
        Degradation("too little light", .luminanceMean, ["exposure"]) { photo, step in
            photo.picture(photo.subject.face.lit(at(step, [0.6, 0.35, 0.2, 0.1, 0.05])))
        },
        Degradation("too much light", .overExposure, ["overexposure"], falls: -1) { photo, step in
            photo.picture(photo.subject.face.lit(at(step, [1.4, 2, 2.8, 4, 6])))
        },
        Degradation("one side in the dark", .illuminationUniformity, ["balance"], falls: -1) {
            photo, step in
            let isDarkAtLeft = (photo.facts.light?.balance.value ?? 0) > 0
            let gain = at(step, [0.7, 0.5, 0.3, 0.2, 0.12])
            return photo.picture(photo.subject.face.shaded(gain, atLeft: isDarkAtLeft, photo.eyes))
        },
        // What was black is gray then, which is the other sign of a flat photo.
        Degradation("flat", .luminanceVariance, ["contrast", "washedOut"]) { photo, step in
            let share = at(step, [0.8, 0.62, 0.48, 0.35, 0.22])
            return photo.picture(photo.subject.face.mapped { 150 + ($0 - 150) * share })
        },
        Degradation(
            name: "colour cast", measureName: "skin's distance from skin's colours",
            rules: ["colourCast"],
            measure: { $0.facts.colour?.skin.map { -$0.strangeness } }
        ) { photo, step in
            let casts: [SIMD3<Double>] = [
                [0.5, 0, -0.8], [-0.25, 0.25, -0.25], [0.25, -0.25, 0.25], [-0.5, 0, 0.5],
            ]
            let cast = casts[Int(photo.seed % UInt64(casts.count))]
            return photo.picture(photo.subject.face.tinted(cast * Double(step) * 0.5))
        },
    ]

    private static let ofDetail: [Degradation] = [
        Degradation("blur", .sharpness, ["sharpness"]) { photo, step in
            let unit = photo.eyes?.unit ?? 64
            return photo.picture(
                photo.subject.face.softened(at(step, [0.008, 0.016, 0.032, 0.055, 0.09]) * unit))
        },
        Degradation(
            name: "noise", measureName: "fine structure on skin", rules: ["noise"],
            measure: { $0.facts.sharpness.map { -$0.noise.value } }
        ) { photo, step in
            let unit = max(1, (photo.eyes?.unit ?? 64) / 64)
            let level = at(step, [8.0, 16, 26, 38, 52]) * unit.squareRoot()
            return photo.picture(photo.subject.face.grainy(level, seed: photo.seed))
        },
        Degradation("compression", .compressionArtifacts, ["compression"]) { photo, step in
            let bytes = try photo.subject.face.jpeg(quality: at(step, [60, 40, 25, 14, 6]))
            return photo.picture(
                try DrawnFace(jpeg: bytes),
                source: PhotoSource(quality: JPEGStructure(bytes).quality))
        },
        Degradation("few pixels", .interEyeDistance, ["faceSize"]) { photo, step in
            // From whatever distance the eyes have to these, in pixels of the original.
            let now = max(1, (photo.eyes?.unit ?? 64) * photo.subject.scale)
            let factor = max(1, now / at(step, [90, 60, 45, 33, 25]))
            let shrunk = photo.subject.face.reduced(by: factor / photo.subject.scale)
            let inside = Double(photo.subject.face.width) / Double(shrunk.width)
            return Picture(face: shrunk, scale: photo.subject.scale * inside / factor)
        },
    ]

    private static let ofFrame: [Degradation] = [
        Degradation("tilt", .headPoseRoll, ["tilt"], falls: 1) { photo, step in
            let way = (photo.facts.pose?.roll.value ?? 0) < 0 ? -1.0 : 1
            return photo.picture(
                photo.subject.face.tilted(by: way * at(step, [4, 8, 13, 19, 26])))
        }.falling { $0.facts.pose.map { -abs($0.roll.value) } },
        Degradation("cut off at the top", .marginAbove, ["cutOff", "placement"]) { photo, step in
            let face = photo.subject.face
            guard let eyes = photo.eyes else { return photo.picture(face) }
            let middle = (eyes.left.y + eyes.right.y) / 2
            // What remains above the eyes, as a share of what was there.
            let room = min(middle, 2.6 * eyes.unit) * at(step, [0.85, 0.7, 0.55, 0.4, 0.25])
            let top = Int(middle - room)
            return photo.picture(
                face.cropped(x: 0, y: top, width: face.width, height: face.height - top))
        },
        Degradation("far away", .headSize, ["headShare"]) { photo, step in
            let face = photo.subject.face
            let factor = at(step, [1.25, 1.6, 2, 2.5, 3.2])
            let (width, height) = (
                Int(Double(face.width) * factor), Int(Double(face.height) * factor)
            )
            return photo.picture(
                face.cropped(
                    x: (face.width - width) / 2, y: (face.height - height) / 2, width: width,
                    height: height))
        },
        Degradation("busy wall", .backgroundUniformity, ["background"], falls: -1) { photo, step in
            photo.picture(
                photo.subject.face.patterned(
                    at(step, [6, 14, 26, 42, 64]), seed: photo.seed, photo.eyes))
        },
        Degradation(
            name: "near camera", measureName: "distance of the camera", rules: ["cameraDistance"],
            measure: { $0.facts.capture?.distance?.value }
        ) { photo, step in
            let face = photo.subject.face
            guard let eyes = photo.eyes else { return photo.picture(face) }
            let diagonal = hypot(Double(face.width), Double(face.height))
            // The lens with which a face of this size is so many centimetres away.
            let focalLength =
                at(step, [150, 90, 55, 35, 22]) * 10 / 63 * eyes.unit * 43.27 / diagonal
            return photo.picture(
                face, source: PhotoSource(focalLength: Int(focalLength.rounded())))
        },
    ]

    private func falling(
        _ measure: @escaping @Sendable (PhotoAnalysis) -> Double?
    ) -> Degradation {
        Degradation(
            name: name, measureName: measureName, rules: rules, measure: measure, apply: apply)
    }
}
