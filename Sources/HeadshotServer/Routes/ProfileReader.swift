import FaceAnalysis
import Foundation
import JobQueue
import People
import Setup

/// Puts together what is known of a person.
struct ProfileReader: Sendable {
    let session: Session

    /// How many scans count: six months at two a week.
    private static let scans = 50

    /// What is known, and the facts of the scans, the newest first.
    func profile(
        of person: Person, _ wishes: Wishes, _ words: Words
    ) async throws -> (profile: Profile, scans: [ScanFacts]) {
        let scans = try await session.store.scans(of: person, limit: Self.scans)
            .map { ScanFacts($0.id, try ScanAnswer($0)) }
        var family: String?
        if let quiz = words.quiz {
            family = QuizResource(wishes, Quiz(quiz), celebrity: nil)?.preview.colourFamily
        }
        let profile = Profile(
            scans: scans, theme: wishes.said.theme, faceShape: wishes.said.faceShape,
            colourFamily: family, shapes: words.shapes)
        return (profile, scans)
    }
}

extension Words {
    /// The shapes of faces that these words have tips for.
    var shapes: Set<String> {
        Set((tips?.shape.keys).map(Array.init) ?? []).subtracting(["unknown"])
    }
}

extension ScanFacts {
    init(_ id: String, _ answer: ScanAnswer) {
        self.init(id: id, score: answer.score)
        weakest = answer.weaknesses.map(\.part.rawValue)
        let face = answer.face
        if let colour = face.colour, let undertone = colour.undertone {
            colours = Colours(
                undertone: undertone.rawValue, season: colour.season?.rawValue,
                palette: colour.palette.map(\.hexadecimal), confidence: colour.hue?.confidence ?? 0)
        }
        tilt = face.pose?.roll.value
        direction = face.pose?.direction.rawValue
        light = face.light?.direction.rawValue
        shape = face.proportions?.face.map {
            Shape($0.band.wordOfFace, confidence: $0.confidence)
        }
    }
}

extension Swatch {
    fileprivate var hexadecimal: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
