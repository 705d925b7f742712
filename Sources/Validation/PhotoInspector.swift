public import Foundation

/// Looks at a photo's header: what it is, and whether it is within the limits.
public enum PhotoInspector {
    /// Reads the header of `bytes` and judges it; no pixel is decoded.
    public static func inspect(
        _ bytes: Data, limits: PhotoLimits = .standard
    ) async throws(ValidationError) -> Inspection {
        try await ImageLane.run { () throws(ValidationError) in
            try inspection(of: bytes, under: limits)
        }
    }

    /// The same for callers that are on the lane already.
    static func inspection(
        of bytes: Data, under limits: PhotoLimits
    ) throws(ValidationError) -> Inspection {
        if let finding = ByteCountRule.finding(byteCount: bytes.count, under: limits) {
            return Inspection(facts: nil, findings: [finding])
        }
        switch try header(of: bytes) {
        case .facts(let facts):
            return Inspection(
                facts: facts, findings: RuleSet.findings(for: facts, under: limits))
        case .unaccepted(let content):
            let finding = FormatRule.refusal(of: content, under: limits)
            return Inspection(facts: nil, findings: [finding])
        case .unreadable(let format):
            let finding = ReadableRules.unreadableHeader(of: format, under: limits)
            return Inspection(facts: nil, findings: [finding])
        }
    }

    private enum Header {
        case facts(PhotoFacts)
        case unaccepted(String)
        case unreadable(PhotoFormat)
    }

    private static func header(of bytes: Data) throws(ValidationError) -> Header {
        let format: PhotoFormat
        switch FileContent(of: bytes) {
        case .photo(let accepted): format = accepted
        case .other(let name): return .unaccepted(name)
        }
        try VipsRuntime.start()
        let header = try VipsImage.withOpened(bytes, as: format) {
            image throws(ValidationError) -> Header in
            .facts(facts(of: image, format: format, bytes: bytes))
        }
        return header ?? .unreadable(format)
    }

    private static func facts(
        of image: borrowing VipsImage, format: PhotoFormat, bytes: Data
    ) -> PhotoFacts {
        let structure = format == .jpeg ? JPEGStructure(bytes) : nil
        let orientation = image.orientation(in: bytes, as: format)
        let isLyingDown = orientation >= 5
        return PhotoFacts(
            format: format,
            byteCount: bytes.count,
            width: isLyingDown ? image.height : image.width,
            height: isLyingDown ? image.width : image.height,
            orientation: orientation,
            pages: image.pages,
            hasAlpha: image.hasAlpha,
            colourSpace: image.colourSpace,
            bitsPerChannel: image.bitsPerChannel,
            profile: image.profile?.name,
            scanCount: structure?.scanCount ?? 0,
            jpegQuality: structure?.quality)
    }
}
