import Glibc
import Nets

/// Finds possible faces in a window of a picture with BlazeFace, the detector's net.
struct FaceCandidateFinder {
    /// The side of the net's input, in pixels.
    static let side = 128
    /// Below this, there are more false ones than the mesh has time for; a face a tenth as wide as the window
    /// scores more in 99 of 100 cases, one of an eighth always (measured on 43 faces in 172 places).
    private static let leastScore = 0.2
    /// Boxes that overlap more are the same face.
    private static let sameFace = 0.3
    /// The numbers for each anchor: a box and six points.
    private static let stride = 16
    /// The number of cells along a side, and of anchors in each, as in the net's training.
    private static let cells = [(count: 16, anchors: 2), (count: 8, anchors: 6)]

    private static let anchors: [SIMD2<Double>] = cells.flatMap { cells in
        (0..<cells.count * cells.count).flatMap { cell in
            let (row, column) = cell.quotientAndRemainder(dividingBy: cells.count)
            let middle = SIMD2(Double(column), Double(row)) + 0.5
            return [SIMD2<Double>](repeating: middle / Double(cells.count), count: cells.anchors)
        }
    }

    let net: Net

    /// The possible faces in the window of a picture that starts at a pixel, best first, in pixels of the picture.
    ///
    /// The part of the window outside the picture is black.
    func candidates(in picture: ColourRaster, x: Int = 0, y: Int = 0) -> [FaceCandidate] {
        let outputs = net.run(window(of: picture, x: x, y: y))
        let count = Self.anchors.count
        guard let boxes = outputs.first(where: { $0.count == count * Self.stride }),
            let logits = outputs.first(where: { $0.count == count })
        else { return [] }
        let found = logits.indices.compactMap { index -> FaceCandidate? in
            let score = 1 / (1 + exp(-Double(logits[index])))
            guard score >= Self.leastScore else { return nil }
            let numbers = boxes[index * Self.stride..<(index + 1) * Self.stride].map(Double.init)
            return FaceCandidate(numbers, anchor: Self.anchors[index], score: score, x: x, y: y)
        }
        return Self.merged(found)
    }

    private func window(of picture: ColourRaster, x: Int, y: Int) -> [Float] {
        var input = [Float](repeating: -1, count: Self.side * Self.side * 3)
        for row in 0..<min(Self.side, picture.height - y) {
            let source = ((y + row) * picture.width + x) * 3
            let count = min(Self.side, picture.width - x) * 3
            for index in 0..<count {
                input[row * Self.side * 3 + index] = Float(picture.rgb[source + index]) / 127.5 - 1
            }
        }
        return input
    }

    private static func merged(_ found: [FaceCandidate]) -> [FaceCandidate] {
        var rest = found.sorted { $0.score > $1.score }
        var merged: [FaceCandidate] = []
        while let best = rest.first {
            let same = rest.filter { $0.overlap(with: best) > sameFace }
            rest.removeAll { $0.overlap(with: best) > sameFace }
            merged.append(FaceCandidate(meanOf: same.isEmpty ? [best] : same))
            if same.isEmpty { rest.removeFirst() }
        }
        return merged
    }
}

extension FaceCandidate {
    /// Reads the numbers of one anchor.
    fileprivate init?(
        _ numbers: [Double], anchor: SIMD2<Double>, score: Double, x: Int, y: Int
    ) {
        guard numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else { return nil }
        let side = Double(FaceCandidateFinder.side)
        func point(_ index: Int) -> SIMD2<Double> {
            SIMD2(numbers[index], numbers[index + 1]) + anchor * side
                + SIMD2(Double(x), Double(y)) - 0.5
        }
        let middle = point(0)
        self.init(
            score: score, left: middle.x - numbers[2] / 2, top: middle.y - numbers[3] / 2,
            width: numbers[2], height: numbers[3], eyes: (point(4), point(6)), mouth: point(10))
    }
}
