import Foundation
import TestSupport

/// Ways to make a picture worse that depend on where its face is.
extension DrawnFace {
    typealias EyePlaces = (left: SIMD2<Double>, right: SIMD2<Double>, unit: Double)

    /// The picture with each value replaced.
    func mapped(_ change: (Double) -> Double) -> DrawnFace {
        let levels = (0...255).map { change(Double($0)) }
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            levels[Int(value(x, y, channel))]
        }
    }

    /// The picture in light of another colour: so many more stops of red, green and blue.
    func tinted(_ stops: SIMD3<Double>) -> DrawnFace {
        let levels = (0..<3).map { channel in
            (0...255).map { level in
                255 * pow(min(1, pow(Double(level) / 255, 2.2) * exp2(stops[channel])), 1 / 2.2)
            }
        }
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            levels[channel][Int(value(x, y, channel))]
        }
    }

    /// The picture with the half of the face at one side in less light, with a soft edge in the middle.
    func shaded(_ gain: Double, atLeft isLeft: Bool, _ eyes: EyePlaces?) -> DrawnFace {
        let dark = lit(gain)
        let middle = eyes.map { ($0.left.x + $0.right.x) / 2 } ?? Double(width) / 2
        let soft = 0.15 * (eyes?.unit ?? 64)
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            let way = (Double(x) - middle) / soft * (isLeft ? -1 : 1)
            let share = min(max(way + 0.5, 0), 1)
            return dark.value(x, y, channel) * share + value(x, y, channel) * (1 - share)
        }
    }

    /// The picture out of focus, by a Gaussian of `sigma` pixels.
    func softened(_ sigma: Double) -> DrawnFace {
        let reach = max(1, Int((3 * sigma).rounded(.up)))
        let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let weights = raw.map { $0 / raw.reduce(0, +) }
        let across = DrawnFace(width: width, height: height) { x, y, channel, _ in
            (0...2 * reach).reduce(0.5) { $0 + weights[$1] * value(x + $1 - reach, y, channel) }
        }
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            (0...2 * reach).reduce(0.5) {
                $0 + weights[$1] * across.value(x, y + $1 - reach, channel)
            }
        }
    }

    /// The picture with noise of nearly a normal distribution, other noise for each seed.
    func grainy(_ levels: Double, seed: UInt64) -> DrawnFace {
        var chance = SplitMix64(state: seed)
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            // The sum of four bytes has a standard deviation of 147.8 levels.
            let word = chance.next()
            let sum = (0..<4).reduce(0) { $0 + Int(word >> (16 * UInt64($1)) & 0xFF) }
            return value(x, y, channel) + levels * (Double(sum) - 510) / 147.8
        }
    }

    /// The same picture with fewer pixels, by any factor from 1 on.
    func reduced(by factor: Double) -> DrawnFace {
        guard factor < 2 else { return shrunk(by: 2).reduced(by: factor / 2) }
        guard factor > 1 else { return self }
        let size = (width: Int(Double(width) / factor), height: Int(Double(height) / factor))
        return DrawnFace(width: size.width, height: size.height) { x, y, channel, _ in
            let column = (Double(x) + 0.5) * factor - 0.5
            let row = (Double(y) + 0.5) * factor - 0.5
            let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
            let (right, down) = (column - Double(left), row - Double(top))
            let above =
                value(left, top, channel) * (1 - right) + value(left + 1, top, channel) * right
            let below =
                value(left, top + 1, channel) * (1 - right)
                + value(left + 1, top + 1, channel) * right
            return above * (1 - down) + below * down
        }
    }

    /// The picture with a pattern of squares on what is around the person.
    func patterned(_ levels: Double, seed: UInt64, _ eyes: EyePlaces?) -> DrawnFace {
        guard let eyes else { return self }
        let middle = (eyes.left + eyes.right) / 2
        let side = max(2, Int(eyes.unit / 8))
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            let place = (SIMD2(Double(x), Double(y)) - middle) / eyes.unit
            let head = (place - [0, 0.1]) / [1.6, 2.3]
            let isPerson =
                (head * head).sum() < 1
                || (place.y > 1.5 && abs(place.x) < 1.4 + (place.y - 1.5) * 1.7)
            guard !isPerson else { return value(x, y, channel) }
            let square = UInt64((x / side) * 4099 + y / side) ^ seed
            let isLight = (square &* 0x9E37_79B9_7F4A_7C15) >> 60 & 1 == 1
            return value(x, y, channel) + (isLight ? levels : -levels)
        }
    }
}
