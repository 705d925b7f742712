import Answers
import Companion
import Hashing
import Foundation
import Ground
import HTTPTypes
import Hummingbird
import JobQueue
import People

/// The route that sends an app the texts of its space.
extension Handlers {
    func addTexts(to routes: Routes) {
        routes.add(.get, "/v1/texts", .offer()) { request, _, caller in
            try await texts(request, of: caller.record)
        }
    }

    private func texts(_ request: Request, of space: SpaceRecord) async throws -> Response {
        let wantsLabels: Bool
        switch request.uri.queryParameters["labels"] {
        case nil, "false": wantsLabels = false
        case "true": wantsLabels = true
        default: throw Refusal.malformed("'labels' is true or false.")
        }
        let words = try await people.texts.words(of: space)
        let answer = try AnswerJSON.line(
            TextsAnswer(words, of: space.settings, labels: wantsLabels))
        let tag = EntityTag(SHA256.hash(data: Data(answer.utf8)).hexadecimal)
        if tag.isHeld(by: request) { return Response(status: .notModified, headers: tag.headers) }
        return .text(answer, as: "application/json", headers: tag.headers)
    }
}

/// The texts of a space, by the place in the app; those of features that it does not offer are left out.
private struct TextsAnswer: Encodable {
    let texts: [String: [TextGroup.Text]]
    let links: [String: String]
    /// The least age to ask for; absent if there is none.
    let minAge: Int?
    /// The styles that a person may choose; absent where there is no profile.
    let themes: [String]?
    /// The shapes of face that a person may name; absent where there is no profile.
    let faceShapes: [String]?
    /// Who may speak; absent where there is no coach.
    let personas: [Persona]?
    /// The moods that a person may name; absent where there are no moments.
    let moods: [MomentWords.MoodLabel]?
    /// Cheers for a phone without a network, for what a person has done; absent where there are no moments.
    let praisePool: [String]?
    /// Kind lines for a phone without a network, for hard days.
    let gentlePool: [String]?
    /// What suits every moment, also one that the phone cannot judge.
    let neutral: String?
    /// Sentences for a day that is done; absent where there is no routine.
    let insights: [String]?

    struct Persona: Encodable {
        let id: String
        let name: String
    }

    init(_ words: Words, of settings: SpaceSettings, labels: Bool) {
        let features = settings.features
        var texts: [String: [TextGroup.Text]] = [:]
        for group in words.texts {
            if let feature = group.feature {
                guard SpaceSettings.Feature(rawValue: feature).map(features.contains) == true
                else { continue }
            }
            let told = group.texts + (labels ? group.labels ?? [] : [])
            if !told.isEmpty { texts[group.name, default: []] += told }
        }
        self.texts = texts
        links = words.links
        minAge = words.minAge
        let hasProfile = features.contains(.profile)
        themes = hasProfile ? words.themes : nil
        faceShapes = hasProfile ? words.shapes.sorted() : nil
        let coach = features.contains(.coach) || features.contains(.live) ? words.coach : nil
        personas = coach?.personas.map { Persona(id: $0.id, name: $0.name) }
        let moments = features.contains(.moments) ? words.moments : nil
        moods = moments.map { $0.moods ?? MomentWords.MoodLabel.usual }
        praisePool = moments?.praise
        gentlePool = moments?.gentle
        neutral = moments?.neutral
        insights = features.contains(.routine) ? words.routine?.toldInsights : nil
    }
}
