import Companion
import Hashing
import Foundation
import Ground
import HeadshotWorker
import People

/// A moment as a client sends it.
struct MomentRequest: Decodable, Sendable {
    let clientId: String
    let text: String?
    let note: String?
    let mood: String?
    /// How many photos stay with it on the device.
    let photoCount: Int?
    let happenedAt: Date?
    let submittedAt: Date?
    let timeZone: String?

    private static let mostPhotos = 100

    /// Throws where a member is out of its range; returns the mood.
    func checked() throws(Refusal) -> Mood? {
        try clientId.checkClientID()
        try Self.checkTexts(text, note)
        guard (0...Self.mostPhotos).contains(photoCount ?? 0) else {
            throw .malformed("'photo_count' is 0 to \(Self.mostPhotos).")
        }
        if let timeZone { _ = try TimeZone(requested: timeZone) }
        guard let mood else { return nil }
        return try Mood(requested: mood)
    }

    /// The SHA-256 of what the person wrote, and of the second in which it happened: a phone that sends it again has another
    /// time of sending, and may be in another time zone.
    var digest: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let written = [
                "text": text, "note": note, "mood": mood,
                "happened_at": happenedAt.map {
                    "\(Int64(clamping: $0.timeIntervalSince1970, rounding: .down))"
                },
            ].compactMapValues(\.self)
            return SHA256.hash(data: try encoder.encode(written)).hexadecimal
        }
    }

    fileprivate static func checkTexts(_ text: String?, _ note: String?) throws(Refusal) {
        for (name, value) in [("text", text), ("note", note)] where value?.isTooLong == true {
            throw .malformed("'\(name)' has at most \(String.mostCharacters) characters.")
        }
    }
}

/// What a person changes of a moment; a member that is left out stays, one that is null goes.
struct MomentChange: Decodable, Sendable {
    private let favourite: Change<Bool>
    private let text: Change<String>
    private let note: Change<String>
    private let mood: Change<String>
    private let happenedAt: Change<Date>
    private let timeZone: Change<String>

    /// Whether there may be other words then.
    var namesWords: Bool { text.isNamed || note.isNamed || mood.isNamed }

    /// Throws where a member is out of its range.
    func check() throws(Refusal) {
        try MomentRequest.checkTexts(text.value, note.value)
        if let name = mood.value { _ = try Mood(requested: name) }
        if let name = timeZone.value { _ = try TimeZone(requested: name) }
        for (name, change) in [
            ("happened_at", happenedAt.isNull), ("time_zone", timeZone.isNull),
        ] where change {
            throw .malformed("'\(name)' cannot be removed.")
        }
    }

    /// The change, by the time where the person is.
    func edit(at clock: PersonClock) throws(PersonProblem) -> @Sendable (inout Moment) -> Void {
        var happened: Date?
        if let time = happenedAt.value { happened = try clock.taken(time, as: "happened_at") }
        return { [self, happened] moment in
            favourite.apply(to: &moment.isFavourite, elseTo: false)
            if text.isNamed { moment.said.text = text.value?.unlessBlank }
            if note.isNamed { moment.said.note = note.value?.unlessBlank }
            mood.apply(to: &moment.said.mood)
            guard happened != nil || timeZone.isNamed else { return }
            moment.happened = happened ?? moment.happened
            let there = clock.moved(to: timeZone.value ?? moment.said.zone)
            moment.said.zone = there.zone.identifier
            moment.day = there.day(of: moment.happened)
        }
    }
}

extension String {
    /// Blank text counts as none at all.
    var unlessBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}

extension Mood {
    fileprivate init(requested name: String) throws(Refusal) {
        guard let known = Mood(rawValue: name) else {
            let moods = Mood.allCases.map(\.rawValue).joined(separator: ", ")
            throw .malformed("'mood' is one of \(moods).")
        }
        self = known
    }
}

extension MomentReader {
    /// Reads what a person wrote.
    func read(_ said: Moment.Said, last language: String?) -> MomentReading {
        read(
            [said.text, said.note].compactMap(\.self), mood: said.mood.flatMap(Mood.init),
            last: language)
    }
}
