package import Decoding
import FaceFacts
import FaceMeasuring
package import FoundationEssentials
import Ground
import Imaging
package import Nets
import Validation

/// Does picture tasks in this process: used in decoding processes and benchmarks.
package struct PictureWork: Sendable {
    let analyzer: FaceAnalyzer
    let nets: Nets?

    /// Creates the work; without nets, less is measured, and people are not cut out.
    package init(nets: Nets?) {
        analyzer = FaceAnalyzer(nets: nets)
        self.nets = nets
    }

    /// Does once what is slow the first time: all the way from a task to an answer, on a drawn portrait that comes with the
    /// program.
    ///
    /// Starts no thread: the portrait is twice as large as what is analyzed of it, which libvips has no part in.
    package func warmUp() async throws {
        try analyzer.warmUp()
        let usual = PictureTask.prepare(looks: true)
        let task = try JSONDecoder().decode(PictureTask.self, from: JSONEncoder().encode(usual))
        guard case .prepare(true) = task else { return }
        let portrait = Data(PackageResources.portrait_jpg)
        let preparation = try await PhotoPreparer()
            .prepare(portrait, analysisSide: Self.portraitSide / 2)
        _ = DecoderAnswer.reply(try await reply(preparation, to: portrait).reply).frame(0)
        nets?.rest()
    }

    /// The longer side of the portrait, in pixels.
    private static let portraitSide = 800

    /// Does one task; faults of the picture are in the reply's findings.
    package func perform(
        _ task: PictureTask, on bytes: Data
    ) async throws(DecoderFault) -> PictureReply {
        do {
            switch task {
            case .prepare(let looks):
                return try await prepared(bytes, looks: looks)
            case .shrink:
                return try await shrunk(bytes)
            case .look(let side):
                var (reply, pixels) = try await judged(bytes)
                if let side { reply.picture = try await pixels?.encodedJPEG(side: side) }
                return reply
            case .makeHeadshot(let backdrop):
                return try await made(bytes, backdrop)
            case .measure:
                return try await measured(bytes)
            case .check(let looks):
                return try await checked(bytes, looks: looks)
            case .show(let side, let asPixels):
                return try await shown(bytes, side: side, asPixels: asPixels)
            }
        } catch {
            throw DecoderFault(error)
        }
    }

    private func prepared(_ bytes: Data, looks: Bool) async throws -> PictureReply {
        let side = looks ? FaceAnalyzer.longSide : nil
        let preparation = try await PhotoPreparer().prepare(bytes, analysisSide: side)
        return try await reply(preparation, to: bytes).reply
    }

    private func shrunk(_ bytes: Data) async throws -> PictureReply {
        switch try await PhotoShrinking.copy(of: bytes) {
        case .copy(let copy, let inspection):
            return PictureReply(inspection: inspection, picture: copy)
        case .refused(let inspection): return PictureReply(inspection: inspection)
        }
    }

    /// Judges a photo as preparing does, and analyzes the face; returns the pixels that were analyzed.
    func judged(_ bytes: Data) async throws -> (reply: PictureReply, pixels: PhotoPixels?) {
        let preparation = try await PhotoPreparer()
            .prepare(bytes, analysisSide: FaceAnalyzer.longSide, encodes: false)
        return try await reply(preparation, to: bytes)
    }

    private func reply(
        _ preparation: Preparation, to bytes: Data
    ) async throws -> (reply: PictureReply, pixels: PhotoPixels?) {
        let (findings, picture, pixels) =
            switch preparation {
            case .refused(let findings): (findings, nil as Data?, nil as PhotoPixels?)
            case .judged(let findings, let pixels): (findings, nil, pixels)
            case .prepared(let photo): (photo.findings, photo.jpeg, photo.analysis)
            }
        let facts = try await PhotoInspector.inspect(bytes).facts
        let reply = PictureReply(
            inspection: Inspection(facts: facts, findings: findings),
            analysis: try analysis(of: pixels, from: facts?.source ?? PhotoSource()),
            picture: picture)
        return (reply, pixels)
    }

    private func measured(_ bytes: Data) async throws -> PictureReply {
        let pixels = try await PhotoPixels.of(bytes, side: FaceAnalyzer.longSide)
        return PictureReply(
            inspection: Inspection(facts: nil, findings: []),
            analysis: try analysis(of: pixels))
    }

    private func checked(_ bytes: Data, looks: Bool) async throws -> PictureReply {
        let (inspection, pixels) = try await HeadshotInspector.inspect(
            bytes, analysisSide: looks ? FaceAnalyzer.longSide : nil)
        return PictureReply(inspection: inspection, analysis: try analysis(of: pixels))
    }

    private func shown(_ bytes: Data, side: Int, asPixels: Bool) async throws -> PictureReply {
        let facts = try await PhotoInspector.inspect(bytes).facts
        var reply = PictureReply(inspection: Inspection(facts: facts, findings: []))
        guard let facts, max(facts.width, facts.height) <= Self.longestShown,
            let pixels = try await PhotoPixels.of(bytes, side: side)
        else { return reply }
        reply.picture = asPixels ? pixels.pixmap : try await pixels.encodedJPEG(side: side)
        return reply
    }

    /// The longest side of a picture to show, in pixels: no provider makes larger headshots.
    private static let longestShown = 8192

    private func analysis(
        of pixels: PhotoPixels?, from source: PhotoSource = PhotoSource()
    ) throws -> PhotoAnalysis? {
        guard let pixels else { return nil }
        return try analyzer.analyze(pixels, from: source)
    }
}

extension PhotoFacts {
    /// What they say of how the photo was taken and saved.
    fileprivate var source: PhotoSource {
        PhotoSource(focalLength: focalLength, quality: jpegQuality)
    }
}
