import Foundation

extension JPEGStructure {
    /// The picture in `bytes` alone, its coded pixels untouched, where any program can show it.
    ///
    /// Nil for what has to be encoded anew: other colours than sRGB or grey, an unusual coding, or
    /// a segment that cannot be left out. Metadata, thumbnails, further pictures and what follows
    /// the picture are gone. Damage to the coded pixels is not seen here.
    func stripped(_ bytes: Data) -> Data? {
        guard let byteCount, let frame, isOrdinary, frame.bits == 8,
            frame.channels == 1 || frame.channels == 3,
            profile.map(\.isStandardRGB) ?? true
        else { return nil }
        var result = Data(capacity: byteCount)
        var start = 0
        for segment in segments where segment.purpose == .metadata {
            result += bytes.dropFirst(start).prefix(segment.range.lowerBound - start)
            start = segment.range.upperBound
        }
        return result + bytes.dropFirst(start).prefix(byteCount - start)
    }
}
