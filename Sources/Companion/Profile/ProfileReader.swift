import FaceFacts
import Foundation
import Ground
import HeadshotWorker
package import JobQueue
package import People

extension PersonServices {
    /// What is known of a person, and the facts of the scans, the newest first.
    ///
    /// - Parameter isPaid: Whether only scans count that a plan has shown whole.
    package func profile(
        of person: Person, _ wishes: Preferences, _ words: Words, ofPaid isPaid: Bool = false
    ) async throws -> (profile: Profile, scans: [ScanFacts]) {
        let scans = try await store.scans(of: person, limit: Self.mostScans)
            .filter { $0.isWhole || !isPaid }
            .map { ScanFacts($0.id, try ScanAnswer($0)) }
        let family = words.quiz.flatMap { wishes.preview(of: Quiz($0))?.colourFamily }
        let profile = Profile(
            scans: scans, theme: wishes.said.theme, faceShape: wishes.said.faceShape,
            colourFamily: family, shapes: words.shapes, swatches: words.swatches ?? [:])
        return (profile, scans)
    }

    /// The shape of a person's face as scans have measured it, for the preview of a quiz.
    package func measuredShape(
        of person: Person, _ wishes: Preferences, in record: SpaceRecord
    ) async throws -> String? {
        guard record.settings.features.contains(.scans) else { return nil }
        let shape = try await profile(of: person, wishes, texts.words(of: record)).profile.faceShape
        let rules = try await rules(of: person, in: record.settings)
        return rules.shown(glimpse: shape.flatMap { $0.source == .scan ? $0.value : nil })
    }

    /// How many scans count: six months at two a week.
    private static let mostScans = 50
}

extension PersonServices {
    /// What is known of a person's style.
    func taste(_ profile: Profile, _ wishes: Preferences, _ words: Words) -> Taste {
        let family = words.quiz.flatMap { Quiz($0).family(of: wishes.answers ?? [:]) }
        return Taste(
            shape: profile.faceShape?.value, theme: profile.theme?.value, family: family,
            goals: wishes.goals)
    }

    /// The name of somebody whom a preview shows, the same until something else is known; `nil` where the space names no
    /// one.
    package func sample(
        for person: Person, _ wishes: Preferences, in record: SpaceRecord
    ) async throws -> String? {
        guard record.settings.features.contains(.celebrity) else { return nil }
        let words = try await texts.words(of: record)
        let profile = try await profile(of: person, wishes, words).profile
        return words.celebrities?.matches(
            taste(profile, wishes, words), seed: person.rawValue.seed
        ).first?.name
    }
}

extension Words {
    /// The shapes of faces that these words have tips for.
    package var shapes: Set<String> {
        Set((tips?.shape.keys).map(Array.init) ?? []).subtracting(["unknown"])
    }
}

extension ScanFacts {
    init(_ id: String, _ answer: ScanAnswer) {
        self.init(id: id, score: answer.score)
        weakest = answer.weaknesses.map { remark in
            answer.face.matter(of: remark.part)?.rawValue ?? remark.part.rawValue
        }
        remarks = answer.weaknesses.map(\.sentence)
        let face = answer.face
        if let colour = face.colour, let undertone = colour.undertone {
            colours = Colours(
                undertone: undertone.rawValue, season: colour.season?.rawValue,
                palette: colour.palette.map { "#" + [$0.red, $0.green, $0.blue].hexadecimal },
                confidence: colour.hue?.confidence ?? 0)
        }
        tilt = face.pose?.roll.value
        direction = face.pose?.direction.rawValue
        light = face.light?.direction.rawValue
        shape = face.proportions?.face.map {
            Shape($0.band.wordOfFace, confidence: $0.confidence)
        }
    }
}

extension Profile {
    /// What searches may use.
    var searchFacts: [String: String] {
        let palette = [undertone?.value, season?.value].compactMap(\.self)
        return [
            "{palette}": palette.isEmpty ? nil : palette.joined(separator: " "),
            "{face_shape}": faceShape?.value, "{theme}": theme?.value,
        ].compactMapValues(\.self)
    }

    /// What a model gets of the person's style.
    var facts: [String: WordsOrder.Value] {
        [
            "undertone": undertone?.value, "season": season?.value, "face_shape": faceShape?.value,
            "theme": theme?.value, "colours_liked": colourFamily?.value,
        ].compactMapValues { $0.map(WordsOrder.Value.text) }
    }
}
