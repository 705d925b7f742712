import Answers
import Foundation
import HeadshotWorker
import ObjectStore
import Synchronization

/// Looks at photos as they come in, behind the fences: a few at once, and only so many wait.
final class PhotoLooks: Sendable {
    private let decoders: DecoderPool
    private let places = Permits(atOnce)
    private let present = Atomic(0)

    /// Each look keeps a processor busy, and a photo in memory.
    private static let atOnce = 4
    /// More would wait for longer than an app does.
    private static let most = 20

    init(_ decoders: DecoderPool) {
        self.decoders = decoders
    }

    /// Looks at a photo; throws ``Refusal/busy`` if too many wait.
    ///
    /// - Parameters:
    ///   - read: Reads the photo's bytes, when its turn has come.
    ///   - side: The longest side of the small picture that comes with it, in pixels; `nil` for none.
    func look(
        _ name: String, side: Int? = nil, read: () async throws -> Data
    ) async throws -> AnalyzedPhoto {
        let reply = try await perform(.look(pictureSide: side), read: read)
        return AnalyzedPhoto(path: name, reply: reply, variation: nil)
    }

    /// A JPEG of a stored picture, at most so many pixels a side; nil if it is gone or no picture.
    func small(side: Int, of file: KeptFile) async throws -> Data? {
        guard try await file.isThere() else { return nil }
        return try await perform(.show(side: side, asPixels: false)) {
            guard let bytes = try await file.read() else { throw Refusal.notFound }
            return bytes
        }.picture
    }

    private func perform(
        _ task: PictureTask, read: () async throws -> Data
    ) async throws -> PictureReply {
        defer { present.subtract(1, ordering: .relaxed) }
        guard present.add(1, ordering: .relaxed).newValue <= Self.most else { throw Refusal.busy }
        let reply = try await places.holding { try await decoders.perform(task, on: read()) }
        guard let reply else { throw CancellationError() }
        return reply
    }
}
