public import FoundationEssentials

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
        Inspection(of: bytes, under: limits) { facts in facts.readHeader(of: bytes) }
    }
}

extension Inspection {
    /// Checks the size, the format, and the header that `read` finds; it returns whether there is one.
    package init<Failure>(
        of bytes: Data, under limits: PhotoLimits,
        header read: (inout PhotoFacts) throws(Failure) -> Bool
    ) throws(Failure) {
        if let finding = limits.finding(byteCount: bytes.count) {
            self.init(facts: nil, findings: [finding])
            return
        }
        switch FileContent(of: bytes) {
        case .other(let content):
            self.init(facts: nil, findings: [limits.finding(content: content)])
        case .photo(let format):
            if let finding = limits.finding(compressedTextOf: bytes, as: format) {
                self.init(facts: nil, findings: [finding])
                return
            }
            var facts = PhotoFacts(format: format, byteCount: bytes.count)
            guard !facts.isUnsafe(bytes), try read(&facts) else {
                self.init(facts: nil, findings: [limits.finding(unreadable: bytes, as: format)])
                return
            }
            facts.turnUpright()
            facts.readLens(of: bytes)
            let tooMuch = limits.finding(memoryFor: bytes, facts).map { [$0] } ?? []
            self.init(facts: facts, findings: facts.findings(under: limits) + tooMuch)
        }
    }
}
