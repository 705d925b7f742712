package import FoundationEssentials

extension JPEGStructure {
    /// The picture in `bytes` alone, with its coded pixels unchanged, if any program can show it.
    ///
    /// Nil if that takes more than `limit` bytes or if the picture must be encoded anew: colours other than
    /// sRGB or grey, an unusual coding, or a segment that cannot be left out. Metadata, thumbnails, further
    /// pictures and everything after the picture are removed. Damage to the coded pixels goes unnoticed here.
    package func stripped(_ bytes: Data, toAtMost limit: Int) -> Data? {
        // Most photos do not fit, and copying one costs a fortieth of decoding it.
        guard let byteCount, let count = strippedCount, count <= limit else { return nil }
        var result = Data(capacity: count)
        var start = 0
        for range in removed {
            result += bytes.dropFirst(start).prefix(range.lowerBound - start)
            start = range.upperBound
        }
        result += bytes.dropFirst(start).prefix(byteCount - start)
        return result
    }

    /// Whether `bytes` are one ordinary JPEG in colour or grey, without metadata and with nothing after its end, by its
    /// structure.
    package static func isBare(_ bytes: Data) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF]) && Self(bytes).strippedCount == bytes.count
    }

    /// The number of bytes of the picture alone; nil if it must be encoded anew.
    private var strippedCount: Int? {
        guard let byteCount, let frame, isOrdinary, frame.bits == 8,
            frame.channels == 1 || frame.channels == 3,
            isStandardRGB
        else { return nil }
        return removed.reduce(byteCount) { $0 - $1.count }
    }

    /// What is left out, in the order of the file.
    private var removed: [Range<Int>] {
        (metadata + foreignProfile).sorted { $0.lowerBound < $1.lowerBound }
    }
}
