import Foundation

/// Where a person usually is in a headshot, by the head: an ellipse with room for hair, and shoulders.
///
/// Weights lie on a coarse grid over the picture: they change slowly.
struct PersonPrior {
    /// The grid, 4 by 5 as the picture.
    static let columns = 128
    static let rows = 160
    /// How far the background is out of focus beside the person and away from it, in eye distances.
    ///
    /// As with a portrait lens; more looks like a cut-out where the outline is wrong.
    static let nearBlur = 0.06
    static let farBlur = 0.18
    /// The head with its hair: around a place below the eyes, in eye distances.
    private static let headMiddle: SIMD2<Double> = [0, 0.05]
    private static let headRadii: SIMD2<Double> = [1.75, 2.45]
    /// The neck begins so far below the eyes, and is so wide to each side; the shoulders fall off from it.
    private static let neck: SIMD2<Double> = [1.35, 1.0]
    private static let shoulderSlope = 1.15
    private static let shoulders = 4.2

    /// The distance of the eyes, in pixels of the picture.
    let eyeDistance: Double
    /// How far each place of the grid is outside of the person, in eye distances; negative within.
    private let distances: [Double]

    /// - Parameter head: Its middle at the height of the eyes, in pixels of a picture of that size.
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

    /// What surely is not the person: what is blurred with the background.
    var background: Data { weights(from: 0, to: 0.25) }
    /// Where the background is a little out of focus.
    var nearBackground: Data { weights(from: 0.1, to: 0.7) }
    /// Where it is wholly so.
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
        // A line that falls off is nearer than it is to the side.
        let beside = abs(place.x) - min(neck.x + below * shoulderSlope, shoulders)
        return min(head, beside * 0.75)
    }
}
