/// A point's position along one side: the pixel before it, and the fraction of the way to the next.
private struct Tap {
    let place: Int
    /// 1, or 0 after the last pixel.
    let next: Int
    let share: Float

    /// The position of a point, clamped to a side with `count` pixels.
    @inline(__always)
    init(_ point: Double, below count: Int) {
        let held = min(max(point, 0), Double(count - 1))
        place = Int(held)
        next = place + 1 < count ? 1 : 0
        share = Float(held - Double(place))
    }
}

/// What the pixels along one side contribute to each pixel of an upright patch; each has the same number of
/// neighbours.
struct Shares {
    /// How many pixels contribute to each, including some with a weight of zero.
    let length: Int
    /// The first pixel that contributes to each.
    let first: [Int]
    /// The weights in turn, `length` for each; those of one sum to 1.
    let weights: [Float]
    /// All pixels that contribute.
    let places: Range<Int>

    /// The shares for pixels that are each the average of samples spread over them evenly.
    init(count: Int, from origin: Double, step: Double, samples: Int, below size: Int) {
        let taps = (0..<count).map { pixel in
            (0..<samples).map { sample in
                let offset = (Double(sample) + 0.5) / Double(samples) - 0.5
                return Tap(origin + step * (Double(pixel) + offset), below: size)
            }
        }
        let spans = taps.map { $0[samples - 1].place + $0[samples - 1].next - $0[0].place + 1 }
        let length = spans.max() ?? 0
        let first = taps.map { min($0[0].place, size - length) }
        var weights = [Float](repeating: 0, count: count * length)
        for (pixel, taps) in taps.enumerated() {
            for tap in taps {
                let index = pixel * length + tap.place - first[pixel]
                weights[index] += (1 - tap.share) / Float(samples)
                weights[index + tap.next] += tap.share / Float(samples)
            }
        }
        self.length = length
        self.first = first
        self.weights = weights
        places = (first.min() ?? 0)..<(first.max() ?? 0) + length
    }
}
