/// A set of pixels of a picture or of a smaller copy.
struct Mask: Sendable {
    let width: Int
    let height: Int
    let isIn: [Bool]
}

extension Mask {
    init(_ plane: Plane, where condition: (Float) -> Bool) {
        self.init(width: plane.width, height: plane.height, isIn: plane.values.map(condition))
    }

    var count: Int { isIn.count { $0 } }

    var inverted: Mask { Mask(width: width, height: height, isIn: isIn.map { !$0 }) }

    /// The pixels within `radius` of the mask.
    func grown(by radius: Float) -> Mask {
        Mask(distances(), where: { $0 <= radius })
    }

    /// The pixels deeper inside than `radius`; beyond the picture's edges, the mask goes on.
    func shrunk(by radius: Float) -> Mask {
        Mask(inverted.distances(), where: { $0 > radius })
    }

    /// The distance of each pixel from the nearest one in the mask, in pixels and within 8 percent; 1e9 if the
    /// mask is empty.
    func distances() -> Plane {
        let diagonal: Float = 1.4142
        var plane = Plane(width: width, height: height, repeating: 1e9)
        for index in isIn.indices where isIn[index] { plane.values[index] = 0 }
        var result = plane.values.mutableSpan
        for y in 0..<height {
            for x in 0..<width {
                let index = y * width + x
                var least = result[index]
                if x > 0 { least = min(least, result[index - 1] + 1) }
                if y > 0 {
                    least = min(least, result[index - width] + 1)
                    if x > 0 { least = min(least, result[index - width - 1] + diagonal) }
                    if x + 1 < width { least = min(least, result[index - width + 1] + diagonal) }
                }
                result[index] = least
            }
        }
        for y in (0..<height).reversed() {
            for x in (0..<width).reversed() {
                let index = y * width + x
                var least = result[index]
                if x + 1 < width { least = min(least, result[index + 1] + 1) }
                if y + 1 < height {
                    least = min(least, result[index + width] + 1)
                    if x > 0 { least = min(least, result[index + width - 1] + diagonal) }
                    if x + 1 < width { least = min(least, result[index + width + 1] + diagonal) }
                }
                result[index] = least
            }
        }
        return plane
    }

    /// The connected pieces, diagonals included, each as the indices of its pixels.
    func pieces() -> [[Int]] {
        var isLeft = isIn
        return isIn.indices.compactMap { start in
            guard isLeft[start] else { return nil }
            isLeft[start] = false
            var piece = [start]
            var next = 0
            while next < piece.count {
                let (x, y) = (piece[next] % width, piece[next] / width)
                next += 1
                for row in max(y - 1, 0)...min(y + 1, height - 1) {
                    for column in max(x - 1, 0)...min(x + 1, width - 1) {
                        let index = row * width + column
                        guard isLeft[index] else { continue }
                        isLeft[index] = false
                        piece.append(index)
                    }
                }
            }
            return piece
        }
    }

    /// A mask of one piece alone.
    func only(_ piece: [Int]) -> Mask {
        var isIn = [Bool](repeating: false, count: isIn.count)
        for index in piece { isIn[index] = true }
        return Mask(width: width, height: height, isIn: isIn)
    }

    /// Whether a piece reaches an edge of the picture.
    func touchesEdge(_ piece: [Int]) -> Bool {
        piece.contains {
            let (x, y) = ($0 % width, $0 / width)
            return x == 0 || y == 0 || x == width - 1 || y == height - 1
        }
    }
}
