import Foundation

extension JPEGStructure {
    /// The picture in `bytes` alone, its coded pixels untouched, where any program can show it.
    ///
    /// Nil for what takes more than `limit` bytes, and for what has to be encoded anew: other colours than
    /// sRGB or grey, an unusual coding, or a segment that cannot be left out. Metadata, thumbnails, further
    /// pictures and what follows the picture are gone. Damage to the coded pixels is not seen here.
    func stripped(_ bytes: Data, toAtMost limit: Int) -> Data? {
        guard let byteCount, let frame, isOrdinary, frame.bits == 8,
            frame.channels == 1 || frame.channels == 3,
            profile.map(\.isStandardRGB) ?? true
        else { return nil }
        let metadata = segments.filter { $0.purpose == .metadata }.map(\.range)
        let count = metadata.reduce(byteCount) { $0 - $1.count }
        // Most photos do not fit, and a copy of one costs as much as a fortieth of its decode.
        guard count <= limit else { return nil }
        var result = Data(capacity: count)
        var start = 0
        for range in metadata {
            result += bytes.dropFirst(start).prefix(range.lowerBound - start)
            start = range.upperBound
        }
        return result + bytes.dropFirst(start).prefix(byteCount - start)
    }
}
