/// The quality that a JPEG was saved with, in libjpeg's scale of 1 to 100.
enum JPEGQuality {
    /// The sum of the luminance table of T.81, annex K.1, which libjpeg scales by the quality.
    private static let standardSum = 3688

    /// Estimates the quality from a quantisation segment, by the sum of its first table.
    ///
    /// Inverts libjpeg's scale: percent = 5000 / quality below 50, 200 - 2 * quality above.
    static func estimate(fromTables content: [UInt8]) -> Int? {
        guard let kind = content.first else { return nil }
        let bytesPerEntry = kind >> 4 == 0 ? 1 : 2
        let table = content.dropFirst().prefix(64 * bytesPerEntry)
        guard table.count == 64 * bytesPerEntry else { return nil }
        let sum = table.enumerated().reduce(0) { sum, entry in
            sum + Int(entry.element) * (bytesPerEntry == 2 && entry.offset % 2 == 0 ? 256 : 1)
        }
        let percent = Double(sum) * 100 / Double(standardSum)
        let quality = percent > 100 ? 5000 / percent : (200 - percent) / 2
        return min(100, max(1, Int(quality.rounded())))
    }
}
