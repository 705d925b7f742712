/// Pictures by a formula, of which `golden.py` is the other half: the same numbers in the same order, so the same bits.
enum DrawnPicture: String, Decodable {
    case gradient
    case person

    private struct Disc {
        let x, y, radius: Double
        let colour: [Double]
    }

    /// The discs of the person, from back to front; a side is 1.
    private static let discs = [
        Disc(x: 0.50, y: 1.10, radius: 0.42, colour: [0.15, 0.20, 0.45]),
        Disc(x: 0.50, y: 0.72, radius: 0.12, colour: [0.80, 0.60, 0.50]),
        Disc(x: 0.50, y: 0.36, radius: 0.25, colour: [0.25, 0.15, 0.10]),
        Disc(x: 0.50, y: 0.45, radius: 0.22, colour: [0.85, 0.65, 0.55]),
        Disc(x: 0.42, y: 0.41, radius: 0.035, colour: [0.98, 0.98, 0.98]),
        Disc(x: 0.58, y: 0.41, radius: 0.035, colour: [0.98, 0.98, 0.98]),
        Disc(x: 0.42, y: 0.41, radius: 0.018, colour: [0.10, 0.10, 0.10]),
        Disc(x: 0.58, y: 0.41, radius: 0.018, colour: [0.10, 0.10, 0.10]),
        Disc(x: 0.50, y: 0.49, radius: 0.025, colour: [0.75, 0.52, 0.43]),
        Disc(x: 0.50, y: 0.56, radius: 0.045, colour: [0.70, 0.25, 0.25]),
    ]

    /// Red, green and blue of each pixel, from `low` to `high`.
    func pixels(side: Int, low: Double, high: Double) -> [Float] {
        let discs = self == .person ? Self.discs : []
        var pixels: [Float] = []
        pixels.reserveCapacity(side * side * 3)
        for row in 0..<side {
            let y = (Double(row) + 0.5) / Double(side)
            for column in 0..<side {
                let x = (Double(column) + 0.5) / Double(side)
                let front = discs.last { disc in
                    let across = x - disc.x
                    let down = y - disc.y
                    return across * across + down * down < disc.radius * disc.radius
                }
                let colour = front?.colour ?? [x * 0.5 + y * 0.25, y * 0.75 + 0.125, x * y]
                for value in colour { pixels.append(Float(value * (high - low) + low)) }
            }
        }
        return pixels
    }
}
