import Answers
import Decoding
import Foundation
import Ground
import HeadshotWorker
import Isolation
import JobQueue
import ObjectStore
import Validation

/// Looks at photos as they come in, behind the fences: a few at once, space by space, and only so many wait.
///
/// A person's photos wait for one another before they take what all share, so that no person's fill it.
final class PhotoAnalyses: Sendable {
    private let decoders: DecoderPool
    private let shrinker: PhotoShrinker
    private let persons = KeyedPermits<Person>(DecoderPool.mostOfPerson)
    private let turns = Permits(atOnce)
    private let turnsOfLarge = Permits(largeAtOnce)
    private let slots = FairSlots(most, ofPerson: most)

    /// Each look has a photo in memory; the decoders decide how many are in work.
    ///
    /// As many as a space alone may have, so that slow photos leave turns to the persons who come after them.
    private static let atOnce = most / 2
    /// Each may have 100 MB in memory, and 700 MB in its decoder.
    private static let largeAtOnce = 2
    /// More would wait for longer than an app does.
    ///
    /// A space alone may have half of them.
    private static let most = 40

    init(_ decoders: DecoderPool) {
        self.decoders = decoders
        shrinker = PhotoShrinker(decoders)
    }

    /// The photo that is used: the one that came in or, in a space that has photos made smaller, a copy of one that is too
    /// large.
    ///
    /// Throws ``Refusal/busy`` if too many wait, and a refusal of a photo that cannot be made smaller.
    ///
    /// - Parameter person: Whose photo it is.
    func arrived(
        _ intake: PhotoIntake, of person: Person, in settings: SpaceSettings
    ) async throws -> ArrivedPhoto {
        guard settings.shrinksPhotos, try await isTooLarge(intake, of: person) else {
            return ArrivedPhoto(intake: intake)
        }
        let outcome = try await waiting(for: turnsOfLarge, person) {
            try await shrinker.shrink(intake.bytes(), of: person)
        }
        switch outcome {
        case .untouched: return ArrivedPhoto(intake: intake)
        case .refused(let inspection):
            throw Refusal.photoRefused(inspection.findings.filter { $0.severity == .refusal })
        case .copy(let copy):
            let smaller = try await intake.another()
            try await smaller.append(copy.bytes)
            return ArrivedPhoto(
                intake: smaller,
                notices: copy.inspection.findings.filter(\.isAboutMakingSmaller))
        }
    }

    /// Whether a photo is too large; one of few bytes waits for none of many to be made smaller.
    private func isTooLarge(_ intake: PhotoIntake, of person: Person) async throws -> Bool {
        guard await PhotoLimits.standard.byteCount.contains(intake.count) else { return true }
        return try await waiting(for: turns, person) {
            try await PhotoShrinker.isTooLarge(intake.bytes())
        }
    }

    /// Looks at a photo; throws ``Refusal/busy`` if too many wait.
    ///
    /// - Parameters:
    ///   - photo: The photo, whose bytes are read when its turn has come.
    ///   - side: The longest side of the small picture that comes with it, in pixels; `nil` for none.
    ///   - person: Whose photo it is; a person has few in work at once.
    func look(
        _ name: String, side: Int? = nil, of person: Person, _ photo: ArrivedPhoto
    ) async throws -> AnalyzedPhoto {
        let reply = try await perform(.look(pictureSide: side), of: person) {
            try await photo.intake.bytes()
        }
        return AnalyzedPhoto(path: name, reply: reply.noting(photo.notices), variation: nil)
    }

    /// A JPEG of a stored picture, at most so many pixels a side; nil if it is gone or no picture.
    func small(side: Int, _ file: KeptFile, of person: Person) async throws -> Data? {
        guard try await file.isThere() else { return nil }
        return try await perform(.show(side: side, asPixels: false), of: person) {
            try await file.found
        }.picture
    }

    /// The fences behind which photos are decoded.
    func fences() async throws -> Fences { try await decoders.greeting().fences }

    /// Looks at a photo that is stored; nil if it is gone.
    func look(at file: KeptFile, of person: Person) async throws -> AnalyzedPhoto? {
        guard try await file.isThere() else { return nil }
        let reply = try await perform(.look(pictureSide: nil), of: person) { try await file.found }
        return AnalyzedPhoto(path: "photo", reply: reply, variation: nil)
    }

    /// A JPEG of the headshot that this machine makes of a stored photo, at most so many pixels a side; nil if the photo is
    /// gone, or has no face.
    func sample(
        side: Int, before backdrop: Backdrop, of file: KeptFile, _ person: Person
    ) async throws -> Data? {
        guard try await file.isThere() else { return nil }
        let made = try await perform(.makeHeadshot(backdrop: backdrop), of: person) {
            try await file.found
        }
        guard let whole = made.picture else { return nil }
        return try await perform(.show(side: side, asPixels: false), of: person) { whole }.picture
    }

    private func perform(
        _ task: PictureTask, of person: Person, read: () async throws -> Data
    ) async throws -> PictureReply {
        try await waiting(for: turns, person) {
            try await decoders.perform(task, on: read(), of: person)
        }
    }

    /// Does a person's work when its turn has come.
    private func waiting<Value: Sendable>(
        for turns: Permits, _ person: Person, _ work: () async throws -> Value
    ) async throws -> Value {
        let value: Value? =
            try await persons.holding(for: person) { () async throws -> Value? in
                guard case .taken(let slot) = slots.take(for: person.space, nil) else {
                    throw Refusal.busy
                }
                defer { slot.leave() }
                return try await turns.holding(for: person.space, work)
            } ?? nil
        guard let value else { throw CancellationError() }
        return value
    }
}

extension KeptFile {
    /// All its bytes; throws if it is gone.
    fileprivate var found: Data {
        get async throws {
            guard let bytes = try await read() else { throw Refusal.notFound }
            return bytes
        }
    }
}

/// A photo that came in: as it came, or the copy that was made of it.
struct ArrivedPhoto: Sendable {
    let intake: PhotoIntake
    /// What was done with it.
    var notices: [Finding] = []
}
