/// The quality that a JPEG was saved with, in libjpeg's scale of 1 to 100.
enum JPEGQuality {
    /// Estimates the quality from a quantisation segment, by the sum of its first table.
    ///
    /// It is the quality for which libjpeg's own table has the nearest sum, so it is exact for what libjpeg saved.
    static func estimate(fromTables content: [UInt8]) -> Int? {
        guard let kind = content.first else { return nil }
        let bytesPerEntry = kind >> 4 == 0 ? 1 : 2
        let table = content.dropFirst().prefix(64 * bytesPerEntry)
        guard table.count == 64 * bytesPerEntry else { return nil }
        let sum = table.enumerated().reduce(0) { sum, entry in
            sum + Int(entry.element) * (bytesPerEntry == 2 && entry.offset % 2 == 0 ? 256 : 1)
        }
        return sums.enumerated().min { abs($0.element - sum) < abs($1.element - sum) }
            .map { $0.offset + 1 }
    }

    /// The sum of the table of luminance at each quality from 1 on: the standard's, scaled, within a byte.
    private static let sums = (1...100).map { quality in
        let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
        return standard.reduce(0) { $0 + min(max(($1 * percent + 50) / 100, 1), 255) }
    }

    /// ITU-T T.81, annex K.1, in the order of rows.
    private static let standard = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
        14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
}
