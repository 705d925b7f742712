/// Orders and spreads of samples.
enum Statistics {
    /// The value that so large a share of the samples is below; 0 for none.
    static func quantile(_ share: Double, of samples: [Float]) -> Float {
        guard !samples.isEmpty else { return 0 }
        let sorted = samples.sorted()
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    /// The middle value; 0 for none.
    static func median(of samples: [Float]) -> Float {
        quantile(0.5, of: samples)
    }

    /// The mean; 0 for none.
    static func mean(of samples: [Float]) -> Float {
        samples.isEmpty ? 0 : samples.reduce(0, +) / Float(samples.count)
    }

    /// The mean square distance from the mean; 0 for none.
    static func variance(of samples: [Float]) -> Float {
        let mean = mean(of: samples)
        return samples.isEmpty
            ? 0 : samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(samples.count)
    }
}
