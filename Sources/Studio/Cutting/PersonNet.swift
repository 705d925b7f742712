import Nets

/// Runs the net that finds which pixels belong to a person.
struct PersonNet {
    let net: Net

    /// The sides of the net's input and output.
    static let side = 256

    /// The likelihood that a pixel belongs to a person, 0 to 1: `side` by `side` pixels over the window.
    ///
    /// All 0 if the net cannot run.
    func look(at colours: Field, _ window: Window, isMirrored: Bool = false) -> Plane {
        let side = Self.side
        let input = Self.input(of: colours, window, isMirrored)
        guard let output = net.run(input).first, output.count == side * side else {
            return Plane(width: side, height: side)
        }
        return Plane(width: side, height: side) { x, y in
            output[y * side + (isMirrored ? side - 1 - x : x)]
        }
    }

    /// The window reduced to the net's input: red, green and blue in turn.
    private static func input(of colours: Field, _ window: Window, _ isMirrored: Bool) -> [Float] {
        let columns = Taps(from: window.left, to: window.right, within: colours.width)
        let rows = Taps(from: window.top, to: window.bottom, within: colours.height)
        var input = [Float](repeating: 0, count: side * side * 3)
        var values = input.mutableSpan
        var row = [SIMD4<Float>](repeating: .zero, count: colours.width)
        for y in 0..<side {
            for x in columns.reach { row[x] = .zero }
            for tap in 0..<rows.count {
                let (line, weight) = (rows.place(y, tap) * colours.width, rows.weight(y, tap))
                for x in columns.reach { row[x] += colours.values[line + x] * weight }
            }
            for x in 0..<side {
                var sum = SIMD4<Float>.zero
                for tap in 0..<columns.count {
                    sum += row[columns.place(x, tap)] * columns.weight(x, tap)
                }
                let first = (y * side + (isMirrored ? side - 1 - x : x)) * 3
                values[first] = sum.x
                values[first + 1] = sum.y
                values[first + 2] = sum.z
            }
        }
        return input
    }
}

/// A part of a picture, given by its edges.
struct Window {
    let left: Float
    let top: Float
    let right: Float
    let bottom: Float
}

extension Window {
    /// The whole picture.
    init(of picture: Field) {
        self.init(left: 0, top: 0, right: Float(picture.width), bottom: Float(picture.height))
    }
}

/// Which pixels of a line contribute to each of the net's, and with what weight.
private struct Taps {
    /// How many contribute to each.
    let count: Int
    /// All that contribute to any.
    let reach: Range<Int>
    private let places: [Int]
    private let weights: [Float]

    /// Each pixel of the net is the average of the area it covers, or of a whole pixel if that area is smaller.
    init(from: Float, to: Float, within limit: Int) {
        let width = (to - from) / Float(PersonNet.side)
        let half = max(width, 1) / 2
        count = Int((half * 2).rounded(.up)) + 1
        var places: [Int] = []
        var weights: [Float] = []
        for pixel in 0..<PersonNet.side {
            let middle = from + (Float(pixel) + 0.5) * width
            let first = Int((middle - half).rounded(.down))
            for place in first..<first + count {
                let overlap =
                    min(Float(place + 1), middle + half) - max(Float(place), middle - half)
                places.append(min(max(place, 0), limit - 1))
                weights.append(max(overlap, 0) / (half * 2))
            }
        }
        reach = (places.min() ?? 0)..<(places.max() ?? 0) + 1
        self.places = places
        self.weights = weights
    }

    func place(_ pixel: Int, _ tap: Int) -> Int { places[pixel * count + tap] }
    func weight(_ pixel: Int, _ tap: Int) -> Float { weights[pixel * count + tap] }
}
