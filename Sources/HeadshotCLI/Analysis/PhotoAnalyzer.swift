import Answers
import Decoding
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Setup
import Validation

/// Analyzes photos as a worker would before paying: locally, and without a queue.
struct PhotoAnalyzer: Sendable {
    /// Draws behind the same fences that decoders have.
    let drawer: PictureDrawer
    private let pool: DecoderPool
    /// Nil unless photos that are too large are made smaller.
    private let shrinker: PhotoShrinker?
    private let chance: @Sendable () -> Double
    private let varies: Bool
    private let task: PictureTask

    /// Creates an analyzer; with `varies`, a random value of up to 0.2 is added to each score.
    ///
    /// Warns of models that cannot be used. With `shrinks`, photos that are too large are made smaller. Unless `withPictures`, photos are not kept in memory as pictures for a page.
    ///
    /// - Parameter backdrop: Where people are to be cut out for: then that is tried, if there are models for it.
    init(
        _ configuration: Configuration, _ isolation: IsolationOptions, _ models: ModelOptions,
        shrinks: Bool, varies: Bool = false, withPictures: Bool = false,
        cutOutFor backdrop: Backdrop? = nil
    ) throws {
        let found = try configuration.models(models.models).warned()
        let program = try configuration.decoder(isolation.isolation, found)
        drawer = PictureDrawer(program)
        pool = DecoderPool(program)
        shrinker = shrinks ? PhotoShrinker(pool) : nil
        chance = configuration.environment.worker().chance
        self.varies = varies
        task =
            if let backdrop, found.bytes != nil {
                .makeHeadshot(backdrop: backdrop)
            } else {
                .look(pictureSide: withPictures ? AnalysisFiles.pictureSide : nil)
            }
    }

    /// Analyzes many photos and calls `body` with them in order, as soon as they are ready.
    func look(at paths: [String], _ body: (AnalyzedPhoto) throws -> Void) async throws {
        try await paths.inParallel({ path in try await look(at: path) }, body: body)
    }

    /// Analyzes one photo; an unreadable file is not an error either.
    func look(at path: String) async throws -> AnalyzedPhoto {
        do {
            return try await look(at: Submitter.check(path, shrinker))
        } catch let error as Validation.ValidationError {
            let message = UserMessage(photo: error)
            guard message.status == .photoRefused else { throw error }
            return AnalyzedPhoto(path: path, problem: message.sentence)
        }
    }

    /// Analyzes a photo that was checked.
    func look(at photo: CheckedPhoto) async throws -> AnalyzedPhoto {
        guard let bytes = photo.bytes, photo.inspection.isAccepted else {
            var refused = AnalyzedPhoto(
                path: photo.path, reply: PictureReply(inspection: photo.inspection), variation: nil)
            refused.couldBeSmaller = photo.couldBeSmaller
            return refused
        }
        var reply = photo.noted(in: try await pool.perform(task, on: bytes))
        // Only how the headshot can be made is of interest here, not the picture.
        if case .makeHeadshot = task { reply.picture = nil }
        return AnalyzedPhoto(
            path: photo.path, reply: reply,
            variation: varies ? ScoreVariation.draw(chance()) : nil)
    }

    /// The pixels of a photo to draw on, its longer side at most `side`; nil if it cannot be decoded.
    func pixels(of path: String, side: Int) async throws -> PhotoPixels? {
        guard let bytes = try await Submitter.check(path, shrinker).bytes else { return nil }
        let reply = try await pool.perform(.show(side: side, asPixels: true), on: bytes)
        return reply.picture.flatMap(PhotoPixels.init)
    }
}

extension Array where Element: Sendable {
    /// Calls `body` in order with what `work` makes of the elements, four in parallel: each keeps a processor busy.
    func inParallel<Made: Sendable>(
        _ work: @escaping @Sendable (Element) async throws -> Made, body: (Made) throws -> Void
    ) async throws {
        for start in stride(from: 0, to: count, by: 4) {
            let some = self[start..<Swift.min(start + 4, count)]
            let made = try await withThrowingTaskGroup(of: (Int, Made).self) { group in
                for (index, element) in zip(some.indices, some) {
                    group.addTask { (index, try await work(element)) }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for index in some.indices { if let made = made[index] { try body(made) } }
        }
    }
}
