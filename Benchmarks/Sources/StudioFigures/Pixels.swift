import Foundation

/// Changes of red, green and blue of 8 bits.
extension Data {
    /// Each value's light changed.
    func levels(_ change: (Double) -> Double) -> Data {
        let table = (0...255).map { level -> UInt8 in
            let light = pow(Double(level) / 255, 2.2)
            return UInt8((255 * pow(Swift.min(Swift.max(change(light), 0), 1), 1 / 2.2)).rounded())
        }
        return Data(map { table[Int($0)] })
    }

    func grey() -> Data {
        let bytes = [UInt8](self)
        return Data(
            bytes.indices.map { index -> UInt8 in
                let first = index / 3 * 3
                let (red, green, blue) = (bytes[first], bytes[first + 1], bytes[first + 2])
                let weighted = Int(red) * 299 + Int(green) * 587 + Int(blue) * 114
                return UInt8(weighted / 1000)
            })
    }

    /// Noise of so many levels, the same in each run.
    func noisy(_ sigma: Double) -> Data {
        var state: UInt64 = 1
        return Data(
            map { value in
                // Twelve uniform numbers sum to nearly a normal one.
                var sum = -6.0
                for _ in 0..<12 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    sum += Double(state >> 40) / Double(1 << 24)
                }
                return UInt8(Swift.min(Swift.max(Double(value) + sigma * sum, 0), 255))
            })
    }

    func blurred(_ sigma: Double, width: Int) -> Data {
        let reach = Int(3 * sigma)
        let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let weights = raw.map { $0 / raw.reduce(0, +) }
        let height = count / 3 / width
        let mean = { (bytes: [UInt8], x: Int, y: Int, channel: Int, isRow: Bool) -> UInt8 in
            var sum = 0.0
            for (index, weight) in weights.enumerated() {
                let column = isRow ? Swift.min(Swift.max(x + index - reach, 0), width - 1) : x
                let row = isRow ? y : Swift.min(Swift.max(y + index - reach, 0), height - 1)
                sum += weight * Double(bytes[(row * width + column) * 3 + channel])
            }
            return UInt8(sum.rounded())
        }
        var bytes = [UInt8](self)
        for isRow in [true, false] {
            bytes = bytes.indices.map {
                mean(bytes, $0 / 3 % width, $0 / 3 / width, $0 % 3, isRow)
            }
        }
        return Data(bytes)
    }

    /// Each pixel taken from another place; beyond the edges, from the edge.
    func moved(_ width: Int, _ place: (Double, Double) -> SIMD2<Double>) -> Data {
        let bytes = [UInt8](self)
        let height = count / 3 / width
        var moved = bytes
        for y in 0..<height {
            for x in 0..<width {
                let from = place(Double(x), Double(y))
                let column = Swift.min(Swift.max(Int(from.x.rounded()), 0), width - 1)
                let row = Swift.min(Swift.max(Int(from.y.rounded()), 0), height - 1)
                for channel in 0..<3 {
                    moved[(y * width + x) * 3 + channel] =
                        bytes[(row * width + column) * 3 + channel]
                }
            }
        }
        return Data(moved)
    }
}
