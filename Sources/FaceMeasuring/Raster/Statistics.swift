/// Quantiles, means and variances of samples.
enum Statistics {
    /// The value below which this share of the samples lies; 0 without samples.
    static func quantile(_ share: Double, of samples: [Float]) -> Float {
        guard !samples.isEmpty else { return 0 }
        let rank = min(samples.count - 1, Int(share * Double(samples.count)))
        return value(ofRank: rank, in: samples)
    }

    /// The value at a rank if the samples were sorted, by Hoare's selection.
    private static func value(ofRank rank: Int, in samples: [Float]) -> Float {
        var values = samples
        var (low, high) = (0, values.count - 1)
        while low < high {
            let pivot = values[(low + high) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                guard left <= right else { break }
                values.swapAt(left, right)
                left += 1
                right -= 1
            }
            if rank <= right { high = right } else if rank >= left { low = left } else { break }
        }
        return values[rank]
    }

    /// The median; 0 without samples.
    static func median(of samples: [Float]) -> Float {
        quantile(0.5, of: samples)
    }

    /// The mean; 0 without samples.
    static func mean(of samples: [Float]) -> Float {
        samples.isEmpty ? 0 : samples.reduce(0, +) / Float(samples.count)
    }

    /// The variance; 0 without samples.
    static func variance(of samples: [Float]) -> Float {
        let mean = mean(of: samples)
        return samples.isEmpty
            ? 0 : samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(samples.count)
    }
}
