import Glibc
import FoundationEssentials

/// Where a person usually is in a headshot, judged by the head: an ellipse with room for hair, and shoulders.
///
/// Weights lie on a coarse grid over the picture, since they change slowly.
struct PersonPrior {
    /// The grid has the picture's shape of 4 by 5.
    static let columns = 128
    static let rows = 160
    /// The blur of the background next to the person and far from it, in eye distances.
    ///
    /// As with a portrait lens; more would look like a cut-out where the outline is wrong.
    static let nearBlur = 0.06
    static let farBlur = 0.18
    /// The head with its hair: an ellipse around a point below the eyes, in eye distances.
    private static let headMiddle: SIMD2<Double> = [0, 0.05]
    private static let headRadii: SIMD2<Double> = [1.75, 2.45]
    /// How far below the eyes the neck begins, and its width to each side; the shoulders slope down from it.
    private static let neck: SIMD2<Double> = [1.35, 1.0]
    private static let shoulderSlope = 1.15
    private static let shoulders = 4.2

    /// The distance between the eyes, in pixels of the picture.
    let eyeDistance: Double
    /// How far each point of the grid lies outside the person, in eye distances; negative inside.
    private let distances: [Double]

    /// - Parameter head: The middle of the head at eye level, in pixels of a picture of that size.
    init(head: SIMD2<Double>, eyeDistance: Double, width: Int, height: Int) {
        self.eyeDistance = eyeDistance
        let step = SIMD2(Double(width) / Double(Self.columns), Double(height) / Double(Self.rows))
        distances = (0..<Self.columns * Self.rows).map { cell in
            let place =
                SIMD2(
                    Double(cell % Self.columns) + 0.5, Double(cell / Self.columns) + 0.5) * step
            return Self.distance(of: (place - head) / eyeDistance)
        }
    }

    /// What certainly is not the person, and is blurred with the background.
    var background: Data { weights(from: 0, to: 0.25) }
    /// Where the background is slightly blurred.
    var nearBackground: Data { weights(from: 0.1, to: 0.7) }
    /// Where it is fully blurred.
    var farBackground: Data { weights(from: 0.5, to: 1.5) }

    private func weights(from near: Double, to far: Double) -> Data {
        Data(
            distances.map { distance in
                let share = min(max((distance - near) / (far - near), 0), 1)
                return UInt8((share * share * (3 - 2 * share) * 255).rounded())
            })
    }

    private static func distance(of place: SIMD2<Double>) -> Double {
        let fromHead = place - headMiddle
        let relative = fromHead / headRadii
        let reach = (relative * relative).sum().squareRoot()
        let length = (fromHead * fromHead).sum().squareRoot()
        let head = reach > 0 ? (reach - 1) * length / reach : -1
        let below = place.y - neck.y
        guard below > 0 else {
            return min(head, hypot(max(abs(place.x) - neck.x, 0), below))
        }
        // Measured at a right angle to a sloping line, the distance is shorter than measured sideways.
        let beside = abs(place.x) - min(neck.x + below * shoulderSlope, shoulders)
        return min(head, beside * 0.75)
    }
}
