/// A picture in 8-bit grey, row by row.
struct GreyRaster: Sendable {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    var longSide: Int { max(width, height) }

    /// The picture after the given number of quarter turns clockwise.
    func turned(quarterTurns: Int) -> GreyRaster {
        (0..<quarterTurns).reduce(self) { picture, _ in picture.turnedOnce() }
    }

    private func turnedOnce() -> GreyRaster {
        var turned = [UInt8](repeating: 0, count: pixels.count)
        for row in 0..<height {
            let column = height - 1 - row
            for x in 0..<width { turned[x * height + column] = pixels[row * width + x] }
        }
        return GreyRaster(width: height, height: width, pixels: turned)
    }
}
