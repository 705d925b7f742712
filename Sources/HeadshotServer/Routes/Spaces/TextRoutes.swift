import Answers
import Companion
import Crypto
import Foundation
import Ground
import HTTPTypes
import Hummingbird
import JobQueue
import NIOCore
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
    /// Addresses of the app's own pages.
    let links: [String: String]
    /// The least age to ask for; absent if there is none.
    let minAge: Int?
    /// The styles that a person may choose; absent where there is no profile.
    let themes: [String]?

    init(_ words: Words, of settings: SpaceSettings, labels: Bool) {
        var texts: [String: [TextGroup.Text]] = [:]
        for group in words.texts {
            if let feature = group.feature {
                guard
                    SpaceSettings.Feature(rawValue: feature).map(settings.features.contains) == true
                else { continue }
            }
            let told = group.texts + (labels ? group.labels ?? [] : [])
            if !told.isEmpty { texts[group.name, default: []] += told }
        }
        self.texts = texts
        links = words.links
        minAge = words.minAge
        themes = settings.features.contains(.profile) ? words.themes : nil
    }
}
