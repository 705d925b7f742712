import FaceFacts
import Foundation
import Ground
import Imaging
import TestSupport
import Validation

/// A photo that is made worse, step by step.
struct Subject: Sendable {
    let name: String
    let face: DrawnFace
    /// The pixels of the original photo for each of these, along a side.
    let scale: Double

    /// The demo's person in variations: each seed has another skin, other light, another wall and another frame.
    static func drawn(_ seed: Int) -> Subject {
        var chance = SplitMix64(state: UInt64(clamping: seed))
        func one(_ range: ClosedRange<Double>) -> Double {
            Double.random(in: range, using: &chance)
        }
        // From the drawing's fair skin to a dark one; hair and clothes darken along with it.
        let tone = one(0.35...1.1)
        let wall = (0..<3).map { _ in one(110...215) }
        let slope = one(-0.08...0.08)
        let isMirrored = one(0...1) < 0.5
        let frame = (
            x: Int(one(-16...16)), y: Int(one(-10...14)), grown: Int(one(-20...24)),
            light: one(0.85...1.2)
        )
        let person = DrawnFace.portrait
        let painted = DrawnFace(width: person.width, height: person.height) { x, y, channel, _ in
            let own = person.value(x, y, channel)
            let share = Person.share(x, y)
            let toned = 255 * pow(own / 255, 1) * pow(tone, 1 / 2.2)
            return toned * share + (wall[channel] + slope * Double(x - 200)) * (1 - share)
        }
        let framed = painted.cropped(
            x: frame.x - frame.grown, y: frame.y - frame.grown,
            width: person.width + 2 * frame.grown, height: person.height + 2 * frame.grown
        ).lit(frame.light)
        return Subject(
            name: "drawn \(seed)", face: isMirrored ? framed.mirrored : framed, scale: 3)
    }

    /// A photo of a folder; nil if it cannot be decoded.
    static func photo(at url: URL) async throws -> Subject? {
        guard let pixels = try await PhotoPixels.of(Data(contentsOf: url)) else { return nil }
        return Subject(
            name: url.deletingPathExtension().lastPathComponent,
            face: DrawnFace(width: pixels.width, height: pixels.height, rgb: [UInt8](pixels.rgb)),
            scale: pixels.scale)
    }

    /// Where the drawing's person is, with a soft edge.
    private enum Person {
        static func share(_ x: Int, _ y: Int) -> Double {
            let eyes = (DrawnFace.leftEye + DrawnFace.rightEye) / 2
            let place =
                (SIMD2(Double(x), Double(y)) - eyes) / (DrawnFace.rightEye.x - DrawnFace.leftEye.x)
            let head = (place - [0, 0.2]) / [1.45, 2.2]
            let inHead = 12 * (1 - (head * head).sum().squareRoot())
            let inBody = min(8 * (place.y - 1.5), 8 * (2.6 - abs(place.x)))
            return min(max(max(inHead, inBody) + 0.5, 0), 1)
        }
    }
}

/// A picture, as it is or made worse, and what its file would say of it.
struct Picture: Sendable {
    var face: DrawnFace
    var scale: Double
    var source = PhotoSource()

    var pixels: PhotoPixels {
        PhotoPixels(width: face.width, height: face.height, rgb: Data(face.rgb), scale: scale)
    }
}
