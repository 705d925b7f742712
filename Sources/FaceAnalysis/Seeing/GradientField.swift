import Foundation

/// The edges of a picture: where each points and how dark its surroundings are.
struct GradientField {
    private let width: Int
    private let height: Int
    /// Unit vectors from dark to light; zero where there is no edge.
    private let directions: [SIMD2<Float>]
    private let magnitudes: [Float]
    /// 1 for black, 0 for white, over five by five pixels.
    private let darkness: [Float]

    init(of picture: GreyRaster) {
        width = picture.width
        height = picture.height
        var directions = [SIMD2<Float>](repeating: .zero, count: picture.pixels.count)
        var magnitudes = [Float](repeating: 0, count: picture.pixels.count)
        var darkness = [Float](repeating: 0, count: picture.pixels.count)
        let pixels = picture.pixels.map(Float.init)
        for row in 2..<height - 2 {
            for column in 2..<width - 2 {
                let index = row * width + column
                let across = pixels[index + 1] - pixels[index - 1]
                let down = pixels[index + width] - pixels[index - width]
                let length = (across * across + down * down).squareRoot()
                magnitudes[index] = length
                if length > 0 { directions[index] = [across / length, down / length] }
                var sum: Float = 0
                for line in -2...2 {
                    for place in -2...2 { sum += pixels[index + line * width + place] }
                }
                darkness[index] = 1 - sum / 25 / 255
            }
        }
        self.directions = directions
        self.magnitudes = magnitudes
        self.darkness = darkness
    }

    /// How well the edges within `reach` point away from a place, as those of a dark disc do.
    func roundness(atX x: Int, y: Int, reach: Int) -> Double {
        guard x >= reach, y >= reach, x < width - reach, y < height - reach else { return 0 }
        var sum: Float = 0
        for down in -reach...reach {
            for across in -reach...reach {
                let square = across * across + down * down
                guard square > 0, square <= reach * reach else { continue }
                let index = (y + down) * width + x + across
                let direction = directions[index]
                let agreement = direction.x * Float(across) + direction.y * Float(down)
                guard agreement > 0 else { continue }
                sum += agreement * agreement / Float(square) * min(magnitudes[index], 60)
            }
        }
        return Double(sum * darkness[y * width + x])
    }
}
