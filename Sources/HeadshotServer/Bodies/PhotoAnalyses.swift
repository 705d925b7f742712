import Answers
import Decoding
import Foundation
import HeadshotWorker
import JobQueue
import ObjectStore

/// Looks at photos as they come in, behind the fences: a few at once, space by space, and only so many wait.
///
/// A person's photos wait for one another before they take what all share, so that no person's fill it.
final class PhotoAnalyses: Sendable {
    private let decoders: DecoderPool
    private let persons = KeyedPermits<Person>(DecoderPool.mostOfPerson)
    private let turns = Permits(atOnce)
    private let slots = FairSlots(most, ofPerson: most)

    /// Each look has a photo in memory; the decoders decide how many are in work.
    ///
    /// As many as a space alone may have, so that slow photos leave turns to the persons who come after them.
    private static let atOnce = most / 2
    /// More would wait for longer than an app does.
    ///
    /// A space alone may have half of them.
    private static let most = 40

    init(_ decoders: DecoderPool) {
        self.decoders = decoders
    }

    /// Looks at a photo; throws ``Refusal/busy`` if too many wait.
    ///
    /// - Parameters:
    ///   - read: Reads the photo's bytes, when its turn has come.
    ///   - side: The longest side of the small picture that comes with it, in pixels; `nil` for none.
    ///   - person: Whose photo it is; a person has few in work at once.
    func look(
        _ name: String, side: Int? = nil, of person: Person, read: () async throws -> Data
    ) async throws -> AnalyzedPhoto {
        let reply = try await perform(.look(pictureSide: side), of: person, read: read)
        return AnalyzedPhoto(path: name, reply: reply, variation: nil)
    }

    /// A JPEG of a stored picture, at most so many pixels a side; nil if it is gone or no picture.
    func small(side: Int, _ file: KeptFile, of person: Person) async throws -> Data? {
        guard try await file.isThere() else { return nil }
        return try await perform(.show(side: side, asPixels: false), of: person) {
            guard let bytes = try await file.read() else { throw Refusal.notFound }
            return bytes
        }.picture
    }

    private func perform(
        _ task: PictureTask, of person: Person, read: () async throws -> Data
    ) async throws -> PictureReply {
        let reply: PictureReply? =
            try await persons.holding(for: person) {
                () async throws -> PictureReply? in
                guard case .taken(let slot) = slots.take(for: person.space, nil) else {
                    throw Refusal.busy
                }
                defer { slot.leave() }
                return try await turns.holding(for: person.space) {
                    try await decoders.perform(task, on: read(), of: person)
                }
            } ?? nil
        guard let reply else { throw CancellationError() }
        return reply
    }
}
