import FaceFacts
import Foundation
import Ground

/// One way to make a photo worse.
struct Degradation: Sendable {
    let name: String
    /// Makes a photo worse, of which these are the facts.
    let apply: @Sendable (PhotoPixels, FaceFacts) -> PhotoPixels

    static let all: [Degradation] =
        [1.0, 2, 4, 8].map { sigma in
            Degradation(name: "blur \(sigma) px") { photo, _ in blurred(photo, sigma: sigma) }
        }
        + [0.5, 0.25, 0.1, 0.05, 0.02].map { gain in
            Degradation(name: "light x \(gain)") { photo, _ in relit(photo, gain: gain) }
        }
        + [2.0, 4, 8].map { gain in
            Degradation(name: "light x \(gain)") { photo, _ in relit(photo, gain: gain) }
        }
        + [8.0, 15, 30].map { sigma in
            Degradation(name: "noise \(sigma)") { photo, _ in noisy(photo, sigma: sigma) }
        }
        + [10.0, 20, 30].map { angle in
            Degradation(name: "tilt by \(angle) more") { tilted($0, degrees: angle, by: $1) }
        }
        + [2, 4].map { factor in
            Degradation(name: "1/\(factor) of the size") { photo, _ in shrunk(photo, by: factor) }
        }

    /// The photo as a mirror shows it.
    static func mirrored(_ photo: PhotoPixels) -> PhotoPixels {
        photo.mapped { x, y, channel, source in
            Double(source[(y * photo.width + photo.width - 1 - x) * 3 + channel])
        }
    }

    /// The photo out of focus, by a Gaussian of `sigma` pixels.
    private static func blurred(_ photo: PhotoPixels, sigma: Double) -> PhotoPixels {
        let weights = gaussian(sigma)
        let reach = weights.count / 2
        let across = photo.mapped { x, y, channel, source in
            var sum = 0.0
            for (index, weight) in weights.enumerated() {
                let column = min(max(x + index - reach, 0), photo.width - 1)
                sum += weight * Double(source[(y * photo.width + column) * 3 + channel])
            }
            return sum
        }
        return across.mapped { x, y, channel, source in
            var sum = 0.0
            for (index, weight) in weights.enumerated() {
                let row = min(max(y + index - reach, 0), photo.height - 1)
                sum += weight * Double(source[(row * photo.width + x) * 3 + channel])
            }
            return sum
        }
    }

    private static func gaussian(_ sigma: Double) -> [Double] {
        let reach = Int((3 * sigma).rounded(.up))
        let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = raw.reduce(0, +)
        return raw.map { $0 / sum }
    }

    /// The photo with more or less light, counted in linear light.
    private static func relit(_ photo: PhotoPixels, gain: Double) -> PhotoPixels {
        let levels = (0...255).map { level -> Double in
            let share = Double(level) / 255
            let light = share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            let lit = min(1, light * gain)
            return 255 * (lit <= 0.003_130_8 ? 12.92 * lit : 1.055 * pow(lit, 1 / 2.4) - 0.055)
        }
        return photo.mapped { x, y, channel, source in
            levels[Int(source[(y * photo.width + x) * 3 + channel])]
        }
    }

    /// Noise of so many levels in each channel, the same in each run.
    private static func noisy(_ photo: PhotoPixels, sigma: Double) -> PhotoPixels {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return photo.mapped { x, y, channel, source in
            // Twelve uniform numbers sum to nearly a normal one.
            var sum = -6.0
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                sum += Double(state >> 40) / Double(1 << 24)
            }
            return Double(source[(y * photo.width + x) * 3 + channel]) + sigma * sum
        }
    }

    /// The photo turned about the face, which stays where it is, to the side to which it is tilted
    /// already; what was not in the photo is a mirror image of what was.
    private static func tilted(
        _ photo: PhotoPixels, degrees: Double, by facts: FaceFacts
    ) -> PhotoPixels {
        guard let face = facts.main?.box else { return photo }
        let roll = facts.pose?.roll.value ?? 0
        let angle = (roll < 0 ? -degrees : degrees) * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        let middle = (
            x: (face.left + face.width / 2) / photo.scale,
            y: (face.top + face.height / 2) / photo.scale
        )
        return photo.mapped { x, y, channel, source in
            let (dx, dy) = (Double(x) - middle.x, Double(y) - middle.y)
            let column = reflected(middle.x + dx * cosine + dy * sine, within: photo.width)
            let row = reflected(middle.y - dx * sine + dy * cosine, within: photo.height)
            let (left, top) = (Int(column), Int(row))
            let (shareX, shareY) = (column - Double(left), row - Double(top))
            let at = { (x: Int, y: Int) in Double(source[(y * photo.width + x) * 3 + channel]) }
            let above = at(left, top) * (1 - shareX) + at(left + 1, top) * shareX
            let below = at(left, top + 1) * (1 - shareX) + at(left + 1, top + 1) * shareX
            return above * (1 - shareY) + below * shareY
        }
    }

    /// A place between two mirrors, which has a pixel at both sides.
    private static func reflected(_ place: Double, within count: Int) -> Double {
        let last = Double(count - 1)
        let folded = abs(place.remainder(dividingBy: 2 * last))
        return min(folded, last - 0.001)
    }

    /// The same photo with fewer pixels.
    private static func shrunk(_ photo: PhotoPixels, by factor: Int) -> PhotoPixels {
        let (width, height) = (photo.width / factor, photo.height / factor)
        let source = [UInt8](photo.rgb)
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    var sum = 0
                    for row in 0..<factor {
                        for column in 0..<factor {
                            let pixel = (y * factor + row) * photo.width + x * factor + column
                            sum += Int(source[pixel * 3 + channel])
                        }
                    }
                    rgb.append(UInt8(sum / (factor * factor)))
                }
            }
        }
        return PhotoPixels(width: width, height: height, rgb: Data(rgb), scale: photo.scale)
    }
}

extension PhotoPixels {
    /// A photo of the same size, each value of which is computed from this one's.
    fileprivate func mapped(
        _ value: (_ x: Int, _ y: Int, _ channel: Int, _ source: [UInt8]) -> Double
    ) -> PhotoPixels {
        let source = [UInt8](rgb)
        var result = [UInt8](repeating: 0, count: source.count)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    result[(y * width + x) * 3 + channel] = UInt8(
                        min(max(value(x, y, channel, source), 0), 255).rounded())
                }
            }
        }
        return PhotoPixels(width: width, height: height, rgb: Data(result), scale: scale)
    }
}
