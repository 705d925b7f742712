import Foundation

extension DrawnFace {
    /// A place on the face of the drawn portrait, in eye distances from the middle of the eyes, to the right and downwards.
    public typealias Place = SIMD2<Double>

    /// The portrait with each value changed as its place asks for; for the portrait as it was drawn, neither turned nor cut.
    ///
    /// - Parameter change: The new value, from 0 to 255, of a channel whose value it gets.
    public func retouched(
        _ change: (_ place: Place, _ value: Double, _ channel: Int) -> Double
    ) -> DrawnFace {
        let middle = (DrawnFace.leftEye + DrawnFace.rightEye) / 2
        let unit = DrawnFace.rightEye.x - DrawnFace.leftEye.x
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            let place = (SIMD2(Double(x), Double(y)) - middle) / unit
            return change(place, value(x, y, channel), channel)
        }
    }

    /// The portrait with a colour painted over some places.
    public func painted(
        _ colour: [Double], opacity: Double = 1, where isPainted: (Place) -> Bool
    ) -> DrawnFace {
        retouched { place, value, channel in
            isPainted(place) ? value + (colour[channel] - value) * opacity : value
        }
    }

    /// The portrait after that many quarter turns clockwise.
    public func turned(quarterTurns: Int) -> DrawnFace {
        (0..<quarterTurns).reduce(self) { face, _ in face.turned }
    }

    /// The colour of the skin in the middle of the left cheek.
    public var cheek: [Double] {
        let unit = DrawnFace.rightEye.x - DrawnFace.leftEye.x
        let place = DrawnFace.leftEye + SIMD2(0, 0.75 * unit)
        return (0..<3).map { value(Int(place.x), Int(place.y), $0) }
    }

    /// The portrait with less light reflected by its skin, and less of blue than of red, as dark skin does.
    public func withSkin(reflecting share: Double) -> DrawnFace {
        retouched { place, value, channel in
            let way = (place - [0, 0.4]) / [1.25, 1.9]
            let square = (way * way).sum()
            let isFace = exp(-square * square * square * square)
            let factor = 1 - (1 - share * [1.25, 1, 0.75][channel]) * isFace
            return 255 * pow(pow(value / 255, 2.2) * factor, 1 / 2.2)
        }
    }

    /// The portrait without colour.
    public var grey: DrawnFace {
        DrawnFace(width: width, height: height) { x, y, _, _ in
            (value(x, y, 0) + 2 * value(x, y, 1) + value(x, y, 2)) / 4
        }
    }

    /// The portrait through a curve, on which black stays black: below 1 it is washed out.
    public func washed(gamma: Double) -> DrawnFace {
        retouched { _, value, _ in 255 * pow(value / 255, gamma) }
    }

    /// The portrait with less contrast, as in haze: each value nearer to one of them.
    public func squeezed(to share: Double, around middle: Double) -> DrawnFace {
        retouched { _, value, _ in middle + (value - middle) * share }
    }
}

extension SIMD2<Double> {
    /// Whether it lies in an ellipse.
    public func isIn(_ middle: SIMD2<Double>, _ radii: SIMD2<Double>) -> Bool {
        let way = (self - middle) / radii
        return (way * way).sum() < 1
    }
}
