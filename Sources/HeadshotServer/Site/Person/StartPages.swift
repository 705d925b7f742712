import Answers
import Companion
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import Pages
import PromptFactory
import Setup
import Validation

/// The first page: whose it is, what becomes of a photo, and the person's consent to that.
extension Site {
    func addStart(to routes: Routes) {
        page("/p/start", link(.reads), in: routes) { request, _, visit in
            try await showStart(visit, request)
        }
        form("/p/start", link(.changes), in: routes) { form, request, _, visit in
            let version = ConsentText.version(for: visit.settings)
            guard form["agree"] == version else {
                return try await showStart(visit, request, isMissing: true)
            }
            guard try await session.store.agree(visit.person, to: version, now: handlers.now)
            else { throw Refusal.leaving }
            try await answerModels(true, visit)
            return .seeOther("/p")
        }
        form("/p/withdraw", link(.changes), in: routes) { _, _, _, visit in
            _ = try await session.store.withdrawConsent(of: visit.person, now: handlers.now)
            try await answerModels(false, visit)
            return .seeOther("/p/start")
        }
    }

    /// Notes whether a model may be asked, where the space asks each person; what waits for one is withdrawn with it.
    private func answerModels(_ isAllowed: Bool, _ visit: LinkVisit) async throws {
        guard visit.settings.asksBeforeModels else { return }
        let now = handlers.now
        _ = try await session.store.changePreferences(
            of: visit.person, withdrawingBy: visit.settings, now: now
        ) { wishes in
            wishes.said.allowsModels = isAllowed
            wishes.said.answeredModels = now
        }
        if !isAllowed { try await session.janitor.finishPhotos() }
    }

    /// Whether the person has agreed to the text as it is now, and in a space that asks, to the use of a model.
    func hasConsent(_ visit: LinkVisit) async throws -> Bool {
        let version = ConsentText.version(for: visit.settings)
        let hasAgreed = try await session.store.consents(of: visit.person).contains {
            $0.version == version && $0.withdrawn == nil
        }
        guard hasAgreed, visit.settings.asksBeforeModels else { return hasAgreed }
        return try await session.store.preferences(of: visit.person)
            .allowsModels(in: visit.settings) == true
    }

    private func showStart(
        _ visit: LinkVisit, _ request: Request, isMissing: Bool = false
    ) async throws -> Response {
        let text = visit.text
        let names = ["space": visit.person.space.rawValue]
        let days = visit.settings.keeping[.photos].map { $0 / 86_400 }
        return try show(
            "person_start", visit, request,
            View([
                "heading": text("start", "heading", names),
                "version": ConsentText.version(for: visit.settings),
                "hasConsent": try await hasConsent(visit), "isMissing": isMissing,
                "lines": ConsentText.lines(text, of: visit.settings, names, days: days),
            ]), status: isMissing ? .unprocessableContent : .ok, titled: "start")
    }
}

/// What a person agrees to.
enum ConsentText {
    /// Of the texts `consent.…`: a text that says something else gets another version, and is agreed to anew.
    private static let number = 1

    /// What a person of a space agrees to: the text, and who makes the headshots.
    static func version(for settings: SpaceSettings) -> String {
        "\(number)-\(maker(of: settings))"
    }

    private static func maker(of settings: SpaceSettings) -> String {
        ProviderKind(rawValue: settings.provider)?.rawValue ?? ProviderKind.local.rawValue
    }

    /// The lines for a person of a space.
    static func lines(
        _ text: SiteText, of settings: SpaceSettings, _ names: [String: String], days: Int?
    ) -> [String] {
        let kept = days.map { text("consent", "kept_days", ["days": "\($0)"]) }
        return [
            text("consent", maker(of: settings), names), text("consent", "seen", names),
            kept ?? text("consent", "kept", names), text("consent", "left", names),
        ]
    }
}
