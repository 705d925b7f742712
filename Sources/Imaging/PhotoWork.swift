import FoundationEssentials
import Ground
import Validation

/// Turns one accepted photo into the bytes as sent, or only judges it.
///
/// Tries the cheaper and less lossy ways first.
struct PhotoWork: Sendable {
    /// The photo's ``DecodableCopy``.
    let bytes: Data
    /// Whether these are the bytes that were handed in, which alone may be sent as they are.
    let isOriginal: Bool
    let facts: PhotoFacts
    /// What its header gave rise to.
    let findings: [Finding]
    let limits: PhotoLimits
    let usesPlanes: Bool
    /// The longer side of the pixels for local analysis; nil if none are wanted.
    let analysisSide: Int?
    /// Whether the bytes as sent are wanted.
    let encodes: Bool

    /// Decodes the photo once and completely, into `buffer`.
    func run(in buffer: borrowing PixelBuffer) throws(ValidationError) -> Preparation {
        guard facts.format == .jpeg else { return try encodedFromPixels(in: buffer) }
        let structure = JPEGStructure(bytes)
        let stripped =
            isOriginal ? structure.stripped(bytes, toAtMost: limits.sentByteCount) : nil
        if usesPlanes, hasUsualPlanes(structure) {
            // What is left out may be odd, without harm to the pixels.
            let picture = PlanarPicture.decode(
                stripped ?? bytes, orientation: facts.orientation, into: buffer)
            switch picture {
            case .unsuitable: break
            case .damaged: return damaged
            case .decoded(let picture):
                if let result = try fromPlanes(picture, stripped) { return result }
                return try encodedFromPixels(in: buffer)
            }
        }
        if let stripped, let result = try keptCoded(stripped) { return result }
        return try encodedFromPixels(in: buffer)
    }

    /// Whether its planes would be those of an upright sRGB picture.
    private func hasUsualPlanes(_ structure: JPEGStructure) -> Bool {
        // After a turn, halved chroma with odd sides would lie half a pixel off.
        let keepsColoursInPlace =
            facts.orientation == 1 || facts.width % 2 == 0 && facts.height % 2 == 0
        return keepsColoursInPlace && structure.isStandardRGB
    }

    /// A JPEG in YCbCr: kept coded, or encoded directly from its planes.
    private func fromPlanes(
        _ picture: borrowing PlanarPicture, _ stripped: Data?
    ) throws(ValidationError) -> Preparation? {
        let analysis = try analysisSide.map { side throws(ValidationError) in
            try picture.analysisPixels(side: side)
        }
        let usable = picture.isFlawless ? stripped : nil
        if !encodes {
            // Before it is turned, which nothing needs then.
            if usable != nil, facts.orientation == 1 { return .judged(findings, analysis) }
            if try fitter.fits(picture) { return .judged(findings, analysis) }
        }
        if let usable, let (jpeg, treatment) = upright(usable) {
            return kept(jpeg, treatment, analysis)
        }
        guard case .fitted(let photo) = try fitter.fit(picture) else { return nil }
        return prepared(photo, analysis)
    }

    /// A JPEG that fits unchanged or after a turn, with its coded pixels kept.
    private func keptCoded(_ stripped: Data) throws(ValidationError) -> Preparation? {
        if facts.orientation == 1 {
            switch JPEGPicture.condition(of: stripped) {
            case .flawless: break
            case .odd: return nil
            case .damaged: return damaged
            }
        }
        guard let (jpeg, treatment) = upright(stripped) else { return nil }
        guard let analysisSide else { return kept(jpeg, treatment, nil) }
        let analysis = try PhotoPixels.decoded(jpeg, as: .jpeg, side: analysisSide)
        return analysis.map { kept(jpeg, treatment, $0) } ?? damaged
    }

    /// A JPEG turned upright while its pixels stay coded; nil if it cannot be, or does not fit then.
    private func upright(_ stripped: Data) -> (Data, PreparedPhoto.Treatment)? {
        guard facts.orientation > 1 else { return (stripped, .stripped) }
        guard let turned = JPEGPicture.turned(stripped, orientation: facts.orientation),
            turned.count <= limits.sentByteCount
        else { return nil }
        return (turned, .turned)
    }

    private func kept(
        _ jpeg: Data, _ treatment: PreparedPhoto.Treatment, _ analysis: PhotoPixels?
    ) -> Preparation {
        prepared(
            PreparedPhoto(
                jpeg: jpeg, width: facts.width, height: facts.height,
                quality: facts.jpegQuality ?? JPEGFitter.qualityCap, encodings: 0,
                treatment: treatment), analysis)
    }

    private func prepared(_ photo: PreparedPhoto, _ analysis: PhotoPixels?) -> Preparation {
        var photo = photo
        let downscaling = facts.finding(sentAs: (photo.width, photo.height))
        photo.findings = findings + (downscaling.map { [$0] } ?? [])
        photo.analysis = analysis
        return encodes ? .prepared(photo) : .judged(photo.findings, analysis)
    }

    private var damaged: Preparation {
        .refused([limits.finding(damagedPixelsOf: facts.format)])
    }

    /// Any photo, through libvips.
    private func encodedFromPixels(
        in buffer: borrowing PixelBuffer
    ) throws(ValidationError) -> Preparation {
        guard let pixels = try pixels(in: buffer) else {
            let isUnknown = VipsImage.isUnknown(bytes, as: facts.format)
            return isUnknown ? .refused([limits.finding(content: .heifUnknownHere)]) : damaged
        }
        if facts.hasAlpha, pixels.isBright(from: Self.hidden), try isTransparent() {
            return .refused([limits.finding(content: .transparent)])
        }
        let analysis = try analysisSide.map { side throws(ValidationError) in
            try pixels.analysisPixels(side: side, ofLongSide: max(facts.width, facts.height))
        }
        if !encodes, try fitter.fits(pixels) { return .judged(findings, analysis) }
        guard let photo = try fitter.fitReduced(pixels) else {
            return .refused([limits.unfittableFinding])
        }
        return prepared(photo, analysis)
    }

    /// Whether no pixel is opaque enough to be seen.
    private func isTransparent() throws(ValidationError) -> Bool {
        try VipsImage.withOpened(bytes, as: facts.format) {
            image throws(ValidationError) -> Double? in image.largestAlpha()
        }.map { $0 < Self.leastOpacity } ?? false
    }

    /// The share of itself that a pixel must show: fainter ones cannot be seen on white.
    private static let leastOpacity = 0.05
    /// The darkest that such a pixel of black becomes on white.
    private static let hidden: UInt8 = 242

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
        guard let pixels = opened else { return nil }
        return facts.orientation == 1 ? pixels : try pixels.upright(from: facts.orientation)
    }

    private func jpegPixels(
        of image: borrowing VipsImage, in buffer: borrowing PixelBuffer
    ) throws(ValidationError) -> VipsImage? {
        switch JPEGPixels(bytes, header: image, into: buffer) {
        case .damaged:
            return nil
        case .decoded(let pixels):
            let isConverted = pixels.isConverted
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
