public import Foundation

/// Reads a photo's header with parsers written for this project, and checks it against the limits.
///
/// For processes that have a key, a network or files: no byte of the photo reaches a library. The facts are the
/// same as those that ``PhotoInspector`` gets from the decoder, which checks the photo again in a sandbox
/// before anything is made of it. Only the name of a PNG's colour profile is missing: it is compressed.
public enum HeaderInspector {
    /// Reads the header of `bytes` and checks it, in time at most linear in their number.
    public static func inspect(
        _ bytes: Data, limits: PhotoLimits = .standard
    ) -> Inspection {
        Inspection(of: bytes, under: limits) { format in
            PhotoHeader.read(bytes, as: format)
        }
    }
}

extension Inspection {
    /// Checks the size, the format, and the header that `read` finds in a file of that format.
    package init<Failure>(
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
            guard !PhotoHeader.isNested(bytes, as: format), let header = try read(format) else {
                let finding = HeaderRule.finding(of: format, under: limits)
                self.init(facts: nil, findings: [finding])
                return
            }
            let facts = PhotoFacts(header, format: format, byteCount: bytes.count)
            self.init(facts: facts, findings: PhotoRules.findings(for: facts, under: limits))
        }
    }
}
