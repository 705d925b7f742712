import Answers
import Foundation
import HeadshotWorker
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
    /// - Parameter read: Reads the photo's bytes, when its turn has come.
    func look(_ name: String, read: () async throws -> Data) async throws -> AnalyzedPhoto {
        defer { present.subtract(1, ordering: .relaxed) }
        guard present.add(1, ordering: .relaxed).newValue <= Self.most else { throw Refusal.busy }
        let photo = try await places.holding {
            try await AnalyzedPhoto(
                path: name, reply: decoders.perform(.look(pictureSide: nil), on: read()),
                variation: nil)
        }
        guard let photo else { throw CancellationError() }
        return photo
    }
}
