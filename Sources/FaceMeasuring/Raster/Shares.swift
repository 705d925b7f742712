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
        // The pixel before each sample, 1 or (after the last pixel) 0 to the next, and the fraction of the way there.
        let taps = (0..<count).map { pixel in
            (0..<samples).map { sample -> (place: Int, next: Int, share: Float) in
                let offset = (Double(sample) + 0.5) / Double(samples) - 0.5
                let point = origin + step * (Double(pixel) + offset)
                let held = min(max(point, 0), Double(size - 1))
                let place = Int(held)
                return (place, place + 1 < size ? 1 : 0, Float(held - Double(place)))
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
