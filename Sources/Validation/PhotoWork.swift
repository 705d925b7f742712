import Foundation

/// Turns one accepted photo into the bytes as sent, on a thread of the lane.
///
/// Tries the cheaper and less lossy ways first.
struct PhotoWork: Sendable {
    let bytes: Data
    let facts: PhotoFacts
    let limits: PhotoLimits
    let usesPlanes: Bool
    /// The longer side of the pixels for local analysis; nil if none are wanted.
    let analysisSide: Int?

    /// The result.
    enum Result: Sendable {
        case fitted(FittedJPEG, PreparedPhoto.Treatment, AnalysisPixels?)
        case damaged
        case unfittable
    }

    /// Decodes the photo once and completely, into `buffer`.
    func run(in buffer: borrowing PixelBuffer) throws(ValidationError) -> Result {
        guard facts.format == .jpeg else { return try encodedFromPixels(in: buffer) }
        let structure = JPEGStructure(bytes)
        if let result = try keptCoded(structure) { return result }
        if usesPlanes, let result = try encodedFromPlanes(structure, in: buffer) { return result }
        return try encodedFromPixels(in: buffer)
    }

    /// A JPEG that fits unchanged or after a turn, with its coded pixels kept.
    private func keptCoded(_ structure: JPEGStructure) throws(ValidationError) -> Result? {
        guard let stripped = structure.stripped(bytes, toAtMost: limits.sentByteCount) else {
            return nil
        }
        guard facts.orientation > 1 else {
            return switch JPEGPicture.condition(of: stripped) {
            case .flawless: try kept(stripped, .stripped)
            case .odd: nil
            case .damaged: .damaged
            }
        }
        guard let turned = JPEGPicture.turned(stripped, orientation: facts.orientation),
            turned.count <= limits.sentByteCount
        else { return nil }
        return try kept(turned, .turned)
    }

    private func kept(
        _ jpeg: Data, _ treatment: PreparedPhoto.Treatment
    ) throws(ValidationError) -> Result? {
        let photo = FittedJPEG(
            jpeg: jpeg, width: facts.width, height: facts.height,
            quality: facts.jpegQuality ?? JPEGFitter.qualityCap, encodings: 0)
        guard let analysisSide else { return .fitted(photo, treatment, nil) }
        let analysis = try AnalysisPixels.decoded(jpeg, as: .jpeg, side: analysisSide)
        return analysis.map { .fitted(photo, treatment, $0) } ?? .damaged
    }

    /// A JPEG in YCbCr with halved chroma, encoded directly from its planes.
    private func encodedFromPlanes(
        _ structure: JPEGStructure, in buffer: borrowing PixelBuffer
    ) throws(ValidationError) -> Result? {
        // After a turn, halved chroma with odd sides would lie half a pixel off.
        let keepsColoursInPlace =
            facts.orientation == 1 || facts.width % 2 == 0 && facts.height % 2 == 0
        guard keepsColoursInPlace, structure.profile.map(\.isStandardRGB) ?? true else {
            return nil
        }
        switch PlanarPicture.decode(bytes, orientation: facts.orientation, into: buffer) {
        case .unsuitable: return nil
        case .damaged: return .damaged
        case .decoded(let picture):
            guard case .fitted(let photo) = try fitter.fit(picture) else { return nil }
            let analysis = try analysisSide.map { side throws(ValidationError) in
                try picture.analysisPixels(side: side)
            }
            return .fitted(photo, .encoded, analysis)
        }
    }

    /// Any photo, through libvips.
    private func encodedFromPixels(
        in buffer: borrowing PixelBuffer
    ) throws(ValidationError) -> Result {
        guard let pixels = try pixels(in: buffer) else { return .damaged }
        let analysis = try analysisSide.map { side throws(ValidationError) in
            try pixels.analysisPixels(side: side, ofLongSide: max(facts.width, facts.height))
        }
        guard let photo = try fitter.fitReduced(pixels) else { return .unfittable }
        return .fitted(photo, .encoded, analysis)
    }

    /// The pixels in 8-bit sRGB, upright; nil if they cannot be decoded.
    ///
    /// They are turned last, in memory: a file yields its lines only in order.
    private func pixels(in buffer: borrowing PixelBuffer) throws(ValidationError) -> VipsImage? {
        let opened = try VipsImage.withOpened(bytes, as: facts.format) {
            image throws(ValidationError) -> VipsImage? in
            facts.format == .jpeg
                ? try jpegPixels(of: image, in: buffer)
                : try image.inStandardRGB()?.copied(into: buffer)
        }
        guard let decoded = opened, let pixels = decoded else { return nil }
        return facts.orientation == 1 ? pixels : try pixels.upright(from: facts.orientation)
    }

    private func jpegPixels(
        of image: borrowing VipsImage, in buffer: borrowing PixelBuffer
    ) throws(ValidationError) -> VipsImage? {
        switch JPEGPixels(bytes, header: image, into: buffer) {
        case .damaged:
            return nil
        case .decoded(let pixels):
            let isConverted = image.profile.map { !$0.isStandardRGB } ?? false
            let standard = try pixels.inStandardRGB()
            // The pixels are read several times; converting by a profile costs as much as decoding.
            return isConverted ? standard?.copiedToMemory() : standard
        case nil:
            // CMYK photos are rare enough to be decoded twice: libvips does not report all damage.
            guard JPEGPicture.condition(of: bytes) != .damaged else { return nil }
            return try image.inStandardRGB()?.copied(into: buffer)
        }
    }

    private var fitter: JPEGFitter {
        JPEGFitter(byteCount: limits.sentByteCount, sourceQuality: facts.jpegQuality)
    }
}
