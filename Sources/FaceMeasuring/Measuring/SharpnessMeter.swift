import FaceFacts

/// Measures how sharp a face is, and how noisy.
enum SharpnessMeter {
    /// A flat face has hardly any variance; this floor, in squared grey levels, keeps noise from counting as detail.
    private static let varianceFloor: Float = 20

    /// The fine structure of skin itself in good photos, in grey levels.
    private static let cleanSkin = 4.0
    /// The squared steepness of the steepest twentieth of pure noise, divided by its variance in the finest
    /// detail: 5.99 times Sobel's gain of 12/64, divided by the Laplacian's gain of 20.
    private static let steepnessOfNoise = 5.99 * 12 / 64 / 20

    static func sharpness(of chip: FaceChip, trust: Double) -> Sharpness? {
        let grey = chip.grey
        let width = FaceChip.width
        let inner = chip.face.filter { pixel in
            let place = FaceChip.position(of: pixel)
            return place.x >= 1 && place.y >= 1 && place.x < Float(width - 1)
                && place.y < Float(FaceChip.height - 1)
        }
        let variance = Statistics.variance(of: inner.map { grey[$0] }) + varianceFloor
        let laplacian = { (pixel: Int) -> Float in
            grey[pixel - 1] + grey[pixel + 1] + grey[pixel - width] + grey[pixel + width]
                - 4 * grey[pixel]
        }
        let skin = chip.skin.isEmpty ? inner : chip.skin
        let noise = Double(Statistics.median(of: skin.map { abs(laplacian($0)) }))
        let fine = Double(Statistics.variance(of: inner.map(laplacian))) - noiseVariance(noise)
        let detail = 100 * max(0, fine) / Double(variance)
        let steep = Double(
            Statistics.quantile(0.95, of: inner.map { grey.steepness(at: $0, width: width) }))
        let edges =
            (max(0, steep * steep - steepnessOfNoise * noiseVariance(noise))
            / Double(variance)).squareRoot()
        // Pores and stubble stay below 15; noise of 15 levels starts at 9.
        let doubt = min(1, max(0, (noise - 9) / 9))
        guard
            let detail = Measure(detail, .ratio, confidence: trust * (1 - 0.8 * doubt)),
            let edges = Measure(edges, .ratio, confidence: trust),
            let noise = Measure(noise, .ratio, confidence: trust)
        else { return nil }
        return Sharpness(detail: detail, edges: edges, noise: noise)
    }

    /// The variance that noise adds all over the face, estimated from the skin.
    private static func noiseVariance(_ noise: Double) -> Double {
        // The median distance of a normal distribution is 0.6745 standard deviations.
        max(0, noise * noise - cleanSkin * cleanSkin) / (0.6745 * 0.6745)
    }
}

extension [Float] {
    /// The length of Sobel's gradient at a pixel of a grey picture, in levels per pixel.
    func steepness(at pixel: Int, width: Int) -> Float {
        let above = pixel - width
        let below = pixel + width
        let across =
            self[above + 1] - self[above - 1] + 2 * (self[pixel + 1] - self[pixel - 1])
            + self[below + 1] - self[below - 1]
        let down =
            self[below - 1] - self[above - 1] + 2 * (self[below] - self[above])
            + self[below + 1] - self[above + 1]
        return (across * across + down * down).squareRoot() / 8
    }
}
