/// Predicts the size of a picture's JPEG from strips of it, within two percent for photographs.
struct SizeProbe: ~Copyable {
    /// The rows of one coded block where chroma is halved; strips off that grid would mispredict.
    private static let stripHeight = 16
    /// About a sixteenth of a 12-megapixel photo; more strips cost more than they gain.
    private static let stripCount = 16

    private let sample: VipsImage
    /// The rows of the whole picture for each row of the sample.
    private let scale: Double

    init(_ picture: borrowing VipsImage) throws(ValidationError) {
        let tops = Self.tops(height: picture.height)
        let strips = try picture.strips(at: tops, height: min(Self.stripHeight, picture.height))
        guard let sample = strips.copiedToMemory() else {
            throw .libraryFailed(stage: .geometry, detail: "")
        }
        scale = Double(picture.height) / Double(sample.height)
        self.sample = sample
    }

    /// The bytes that the whole picture would take.
    func byteCount(quality: Int) throws(ValidationError) -> Double {
        Double(try sample.encodedJPEG(quality: quality).count) * scale
    }

    /// The first rows of the strips, spread evenly.
    private static func tops(height: Int) -> [Int] {
        let available = max(1, height / stripHeight)
        let count = min(stripCount, available)
        return (0..<count).map { index in (2 * index + 1) * available / (2 * count) * stripHeight }
    }
}
