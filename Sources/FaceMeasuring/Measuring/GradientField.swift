import FoundationEssentials

/// The edges of a picture: the direction of each, and the darkness around it.
struct GradientField {
    private let width: Int
    private let height: Int
    /// From dark to light; the squared length is the strength of the edge, up to a limit.
    private let edges: [SIMD2<Float>]
    /// 1 for black, 0 for white, over five by five pixels.
    private let darkness: [Float]

    init(of picture: GreyRaster) {
        width = picture.width
        height = picture.height
        var edges = [SIMD2<Float>](repeating: .zero, count: picture.pixels.count)
        var darkness = [Float](repeating: 0, count: picture.pixels.count)
        let pixels = picture.pixels.map(Float.init)
        for row in 2..<height - 2 {
            for column in 2..<width - 2 {
                let index = row * width + column
                let across = pixels[index + 1] - pixels[index - 1]
                let down = pixels[index + width] - pixels[index - width]
                let length = (across * across + down * down).squareRoot()
                if length > 0 {
                    let scale = min(length, Self.strongest).squareRoot() / length
                    edges[index] = SIMD2(across, down) * scale
                }
                var sum: Float = 0
                for line in -2...2 {
                    for place in -2...2 { sum += pixels[index + line * width + place] }
                }
                darkness[index] = 1 - sum / 25 / 255
            }
        }
        self.edges = edges
        self.darkness = darkness
    }

    /// In levels between the neighbours of a pixel; stronger edges count as this.
    private static let strongest: Float = 60

    /// All positions around a centre, within a disc.
    struct Disc {
        fileprivate let reach: Int
        /// For each position, the offset in the field, and its direction as a unit vector.
        fileprivate let places: [(step: Int, way: SIMD2<Float>)]
    }

    /// The disc of a radius in pixels.
    func disc(reach: Int) -> Disc {
        var places: [(step: Int, way: SIMD2<Float>)] = []
        for down in -reach...reach {
            for across in -reach...reach {
                let square = across * across + down * down
                guard square > 0, square <= reach * reach else { continue }
                let length = Float(square).squareRoot()
                places.append((down * width + across, SIMD2(Float(across), Float(down)) / length))
            }
        }
        return Disc(reach: reach, places: places)
    }

    /// How well the edges around a place point away from it, as those of a dark disc do.
    func roundness(atX x: Int, y: Int, of disc: Disc) -> Double {
        let reach = disc.reach
        guard x >= reach, y >= reach, x < width - reach, y < height - reach else { return 0 }
        let middle = y * width + x
        var sum: Float = 0
        // Unchecked: the disc lies within the field, as checked just before.
        let edges = edges.span
        for place in disc.places {
            let edge = unsafe edges[unchecked: middle + place.step]
            let agreement = max(0, edge.x * place.way.x + edge.y * place.way.y)
            sum += agreement * agreement
        }
        return Double(sum * darkness[middle])
    }
}
