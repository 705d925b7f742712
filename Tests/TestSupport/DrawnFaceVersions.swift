import Foundation

extension DrawnFace {
    /// The picture as a mirror shows it.
    public var mirrored: DrawnFace {
        DrawnFace(width: width, height: height) { x, y, channel, _ in
            value(width - 1 - x, y, channel)
        }
    }

    /// The picture with more or less light, in linear light.
    public func lit(_ gain: Double) -> DrawnFace {
        let levels = (0...255).map { 255 * pow(min(1, pow(Double($0) / 255, 2.2) * gain), 1 / 2.2) }
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            levels[Int(value(x, y, channel))]
        }
    }

    /// The picture with only the half at the left of it lit so.
    public func litAtLeft(_ gain: Double) -> DrawnFace {
        let dark = lit(gain)
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            x < width / 2 ? dark.value(x, y, channel) : value(x, y, channel)
        }
    }

    /// The picture out of focus: each value the mean of a square, twice over.
    public func blurred(radius: Int) -> DrawnFace {
        (0..<2).reduce(self) { face, _ in
            face.averaged(radius, across: 1, down: 0).averaged(radius, across: 0, down: 1)
        }
    }

    /// The picture with noise of up to so many levels, the same each time.
    public func noisy(_ levels: Double) -> DrawnFace {
        DrawnFace(width: width, height: height) { x, y, channel, index in
            let hash = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
            let share = Double((hash ^ (hash >> 29)) >> 40 & 0xFFFF) / 0xFFFF
            return value(x, y, channel) + levels * (2 * share - 1)
        }
    }

    /// The person before another wall, as bright as it is drawn; the person is where the drawing's is.
    public func before(_ wall: (_ x: Int, _ y: Int) -> Double) -> DrawnFace {
        let eyes = (DrawnFace.leftEye + DrawnFace.rightEye) / 2
        let unit = DrawnFace.rightEye.x - DrawnFace.leftEye.x
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            let place = (SIMD2(Double(x), Double(y)) - eyes) / unit
            let head = (place - [0, 0.2]) / [1.45, 2.2]
            let isPerson = (head * head).sum() < 1 || (place.y > 1.5 && abs(place.x) < 2.6)
            return isPerson ? value(x, y, channel) : wall(x, y)
        }
    }

    /// The picture with another of its height to the right.
    public func beside(_ other: DrawnFace) -> DrawnFace {
        DrawnFace(width: width + other.width, height: height) { x, y, channel, _ in
            x < width ? value(x, y, channel) : other.value(x - width, y, channel)
        }
    }

    /// The picture a quarter turn clockwise.
    public var turned: DrawnFace {
        DrawnFace(width: height, height: width) { x, y, channel, _ in
            value(y, height - 1 - x, channel)
        }
    }

    /// The picture turned clockwise by some degrees around its middle, with its edges going on.
    public func tilted(by degrees: Double) -> DrawnFace {
        let angle = degrees * .pi / 180
        let middle = SIMD2(Double(width), Double(height)) / 2
        return DrawnFace(width: width, height: height) { x, y, channel, _ in
            let place = SIMD2(Double(x), Double(y)) - middle
            let from =
                SIMD2(
                    place.x * cos(angle) + place.y * sin(angle),
                    place.y * cos(angle) - place.x * sin(angle)) + middle
            let (column, row) = (Int(from.x.rounded(.down)), Int(from.y.rounded(.down)))
            let (right, down) = (from.x - Double(column), from.y - Double(row))
            let above =
                value(column, row, channel) * (1 - right)
                + value(column + 1, row, channel) * right
            let below =
                value(column, row + 1, channel) * (1 - right)
                + value(column + 1, row + 1, channel) * right
            return above * (1 - down) + below * down
        }
    }

    /// A part of the picture, or more than it, with its edges going on.
    public func cropped(x left: Int, y top: Int, width: Int, height: Int) -> DrawnFace {
        DrawnFace(width: width, height: height) { x, y, channel, _ in
            value(x + left, y + top, channel)
        }
    }

    /// The picture with its width made a share of what it was.
    public func narrowed(to share: Double) -> DrawnFace {
        DrawnFace(width: Int(Double(width) * share), height: height) { x, y, channel, _ in
            let place = (Double(x) + 0.5) / share - 0.5
            let (left, part) = (Int(place.rounded(.down)), place - place.rounded(.down))
            return value(left, y, channel) * (1 - part) + value(left + 1, y, channel) * part
        }
    }

    /// The same picture with fewer pixels.
    public func shrunk(by factor: Int) -> DrawnFace {
        DrawnFace(width: width / factor, height: height / factor) { x, y, channel, _ in
            var sum = 0.0
            for down in 0..<factor {
                for across in 0..<factor {
                    sum += value(x * factor + across, y * factor + down, channel)
                }
            }
            return sum / Double(factor * factor)
        }
    }

    private func averaged(_ radius: Int, across: Int, down: Int) -> DrawnFace {
        DrawnFace(width: width, height: height) { x, y, channel, _ in
            let sum = (-radius...radius).reduce(0) {
                $0 + value(x + across * $1, y + down * $1, channel)
            }
            return sum / Double(2 * radius + 1)
        }
    }
}
