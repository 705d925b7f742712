public import Foundation

/// Looks at a photo's header with parsers of our own: what it is, and whether it is within the limits.
///
/// For processes that have a key, a network or files: no byte of the photo reaches a library. The sides, the
/// pages, the scans and the rest are those that ``PhotoInspector`` finds with the decoder, which judges the
/// photo once more, behind fences, before anything is made of it. The name of a PNG's colour profile is left
/// out: it is deflated.
public enum HeaderInspector {
    /// Reads the header of `bytes` and judges it, in time that grows with their number only.
    public static func inspect(
        _ bytes: Data, limits: PhotoLimits = .standard
    ) -> Inspection {
        Inspection(of: bytes, under: limits) { format in
            PhotoHeader.read(bytes, as: format)
        }
    }
}

extension Inspection {
    /// Judges the size, the format, and the header that `read` finds in a file of that format.
    init<Failure>(
        of bytes: Data, under limits: PhotoLimits,
        header read: (PhotoFormat) throws(Failure) -> PhotoHeader?
    ) throws(Failure) {
        if let finding = ByteCountRule.finding(byteCount: bytes.count, under: limits) {
            self.init(facts: nil, findings: [finding])
            return
        }
        switch FileContent(of: bytes) {
        case .other(let name):
            self.init(facts: nil, findings: [FormatRule.refusal(of: name, under: limits)])
        case .photo(let format):
            guard let header = try read(format) else {
                let finding = HeaderRule.finding(of: format, under: limits)
                self.init(facts: nil, findings: [finding])
                return
            }
            let facts = PhotoFacts(header, format: format, byteCount: bytes.count)
            self.init(facts: facts, findings: PhotoRules.findings(for: facts, under: limits))
        }
    }
}
