import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import Pages
import Setup

/// The spaces, and what is set for each; only the server's own operator changes what they may spend.
extension Desk {
    func addSpaces(to routes: Routes) {
        site.page("/desk/spaces", site.operators(.reads), in: routes) { request, _, visit in
            if let space = visit.space { return .seeOther(Self.path(of: space)) }
            return try await spaces(request, visit)
        }
        site.page("/desk/spaces/{space}", site.operators(.reads), in: routes) {
            request, context, visit in
            try await page(of: record(context, visit), request, visit)
        }
        site.form("/desk/spaces", site.operators(.creates, .server), in: routes) {
            form, request, _, visit in
            try await addSpace(form, request, visit)
        }
        site.form("/desk/spaces/{space}/set", site.operators(.changes, .server), in: routes) {
            form, request, context, visit in
            let record = try await record(context, visit)
            guard let change = Self.settings(form) else {
                return try await page(
                    of: record, request, visit, problem: visit.text("desk", "settings_wrong"))
            }
            _ = try await session.change(record.space, words: .keep, webhook: .keep, change)
            return .seeOther(Self.path(of: record.space))
        }
        site.form("/desk/spaces/{space}/token", site.operators(.changes, .server), in: routes) {
            form, request, context, visit in
            try await addToken(form, request, record(context, visit).space, visit)
        }
        site.form("/desk/spaces/{space}/revoke", site.operators(.changes, .server), in: routes) {
            form, request, context, visit in
            try await revokeTokens(form, request, record(context, visit).space, visit)
        }
        site.form("/desk/spaces/{space}/webhook", site.operators(.changes, .server), in: routes) {
            form, request, context, visit in
            try await setWebhook(form, request, record(context, visit), visit)
        }
        site.form(
            "/desk/spaces/{space}/webhook-secret", site.operators(.changes, .server), in: routes
        ) { _, request, context, visit in
            let space = try await record(context, visit).space
            let end = now + Self.secretOverlap
            guard let secret = try await session.rotateWebhook(of: space, overlap: end) else {
                throw Refusal.notFound
            }
            return try showSecret(secret.text, of: space, "webhook_secret", request, visit)
        }
    }

    /// In seconds, as long as `headshot space rotate` keeps a secret by default.
    private static let secretOverlap: TimeInterval = 86_400

    static func path(of space: Space) -> String { "/desk/spaces/\(space)" }

    /// The space that a path names, if the operator sees it.
    func record(_ context: ServerContext, _ visit: Operator) async throws -> SpaceRecord {
        guard let space = context.parameters.get("space").flatMap({ Space($0) }), visit.sees(space),
            let record = try await store.record(of: space)
        else { throw Refusal.notFound }
        return record
    }

    private func spaces(
        _ request: Request, _ visit: Operator, problem: String? = nil
    ) async throws -> Response {
        let zone = try await zone
        let spaces = try await store.spaces().map { record in
            View([
                "name": record.space.rawValue, "path": Self.path(of: record.space),
                "provider": record.settings.provider, "budget": budget(record, visit.text),
                "created": TimeWords.minute(record.created, in: zone),
            ])
        }
        return try show(
            "desk_spaces", .spaces, request, visit,
            View([
                "problem": problem, "list": spaces, "isEmpty": spaces.isEmpty,
                "providers": providers(nil, visit.text),
            ]), status: problem == nil ? .ok : .unprocessableContent)
    }

    private func budget(_ record: SpaceRecord, _ text: SiteText) -> String {
        record.settings.budget.map(MoneyWords.dollars) ?? text("desk", "no_budget")
    }

    private func providers(_ chosen: String?, _ text: SiteText) -> [View] {
        ProviderKind.allCases.map {
            Self.choice(
                $0.rawValue, text("desk_provider", $0.rawValue), isChosen: $0.rawValue == chosen)
        }
    }

    private func addSpace(
        _ form: SiteForm, _ request: Request, _ visit: Operator
    ) async throws -> Response {
        guard let space = form["name"].flatMap({ Space($0) }), let change = Self.settings(form)
        else {
            return try await spaces(
                request, visit, problem: visit.text("desk", "settings_wrong"))
        }
        var settings = SpaceSettings(provider: ProviderKind.gemini.rawValue)
        settings.keeping[.photos] = Keeping.usualPhotos
        change(&settings)
        let token = newToken(of: space, .server, Access.usualScopes(of: .server))
        let added = try await session.create(
            space, settings, words: nil, webhook: nil, token: token)
        guard added != nil else {
            return try await spaces(request, visit, problem: visit.text("desk", "space_exists"))
        }
        return try showSecret(token.token.secret, of: space, "token_made", request, visit)
    }

    /// What a form sets of a space; `nil` for what cannot be.
    private static func settings(
        _ form: SiteForm
    ) -> (@Sendable (inout SpaceSettings) -> Void)? {
        guard let provider = form["provider"].flatMap({ ProviderKind(rawValue: $0) }) else {
            return nil
        }
        var sums: [String: Int] = [:]
        for name in ["budget", "total"] {
            guard let text = form[name] else { continue }
            guard let sum = microDollars(text) else { return nil }
            sums[name] = sum
        }
        var newPersons: Int?
        if let number = form["new_persons"] {
            newPersons = Int(digits: number, in: 0...1_000_000)
            guard newPersons != nil else { return nil }
        }
        let (asks, shrinks) = (form["asks"] == "yes", form["shrinks"] == "yes")
        return { [sums, newPersons] settings in
            settings.provider = provider.rawValue
            settings.budget = sums["budget"]
            settings.totalBudget = sums["total"]
            if let newPersons { settings.newPersons = newPersons }
            settings.asksBeforeModels = asks
            settings.shrinksPhotos = shrinks
        }
    }

    private func newToken(
        of space: Space, _ holder: Access.Holder, _ scopes: Set<Access.Scope>
    ) -> NewToken {
        (AccessToken(for: space, random: handlers.environment.randomBytes(32)), holder, scopes)
    }

    /// The page with a secret, which no other page shows again.
    private func showSecret(
        _ secret: String, of space: Space, _ what: String, _ request: Request, _ visit: Operator
    ) throws -> Response {
        try show(
            "desk_secret", .spaces, titled: visit.text("desk", what), request, visit,
            ["secret": secret, "back": Self.path(of: space)])
    }

    private func addToken(
        _ form: SiteForm, _ request: Request, _ space: Space, _ visit: Operator
    ) async throws -> Response {
        guard let holder = form["holder"].flatMap({ Access.Holder(rawValue: $0) }) else {
            throw Refusal.notFound
        }
        let wanted = Set(form.all("scope").compactMap({ Access.Scope(rawValue: $0) }))
        // Anyone can find the token of an app, and a store only sends its news.
        let scopes =
            holder == .server && !wanted.isEmpty ? wanted : Access.usualScopes(of: holder)
        let new = newToken(of: space, holder, scopes)
        let isAdded = try await store.add(
            new.token, to: space, holder: holder, scopes: scopes, now: now)
        guard isAdded else { throw Refusal.notFound }
        return try showSecret(new.token.secret, of: space, "token_made", request, visit)
    }

    private func revokeTokens(
        _ form: SiteForm, _ request: Request, _ space: Space, _ visit: Operator
    ) async throws -> Response {
        let count = try await store.tokens(of: space, now: now).count
        guard form["expected"] == "\(count)" else {
            return try ask(
                Question(
                    section: .spaces, title: visit.text("desk", "revoke_tokens"),
                    note: form["expected"] == nil ? nil : visit.text("desk", "changed"),
                    lines: [visit.text("desk", "revoke_tokens_line", ["n": "\(count)"])],
                    action: "\(Self.path(of: space))/revoke",
                    button: visit.text("desk", "revoke_tokens"), back: Self.path(of: space),
                    fields: [(name: "expected", value: "\(count)")]), request, visit)
        }
        _ = try await store.revokeTokens(of: space, now: now)
        return .seeOther(Self.path(of: space))
    }

    private func setWebhook(
        _ form: SiteForm, _ request: Request, _ record: SpaceRecord, _ visit: Operator
    ) async throws -> Response {
        var url: WebhookURL?
        if let text = form["url"] {
            url = WebhookURL(text)
            guard url != nil else {
                return try await page(
                    of: record, request, visit, problem: visit.text("desk", "url_wrong"))
            }
        }
        let changed = try await session.change(record.space, words: .keep, webhook: .set(url)) {
            _ in
        }
        guard let secret = changed?.secret else { return .seeOther(Self.path(of: record.space)) }
        return try showSecret(secret.text, of: record.space, "webhook_secret", request, visit)
    }

    /// The page of a space.
    func page(
        of record: SpaceRecord, _ request: Request, _ visit: Operator, problem: String? = nil
    ) async throws -> Response {
        let (zone, text, settings) = (try await zone, visit.text, record.settings)
        let tokens = try await store.tokens(of: record.space, now: now).map { token in
            View([
                "holder": text("desk_holder", token.holder.rawValue),
                "scopes": token.scopes.map(\.rawValue).sorted().joined(separator: ", "),
                "created": TimeWords.minute(token.created, in: zone),
                "ends": token.ends.map { TimeWords.minute($0, in: zone) },
            ])
        }
        let view = View([
            "problem": problem, "name": record.space.rawValue, "path": Self.path(of: record.space),
            "mayChange": visit.space == nil, "providers": providers(settings.provider, text),
            "provider": text.known("desk_provider", settings.provider) ?? settings.provider,
            "budget": settings.budget.map(Self.typed),
            "total": settings.totalBudget.map(Self.typed), "budgetWords": budget(record, text),
            "newPersons": "\(settings.newPersons)", "asks": settings.asksBeforeModels,
            "shrinks": settings.shrinksPhotos, "kept": settings.keeping.words,
            "tokens": tokens, "hasTokens": !tokens.isEmpty,
            "url": record.webhook?.url.description, "hasWebhook": record.webhook != nil,
            "team": Self.path("/desk/team", [(name: "space", value: record.space.rawValue)]),
            "back": visit.space == nil ? Section.spaces.path : nil,
        ])
        return try show(
            "desk_space", .spaces, titled: text("desk", "space_title", ["name": "\(record.space)"]),
            request, visit,
            view.merging(try await publicLink(of: record.space, visit, zone)) { $1 },
            status: problem == nil ? .ok : .unprocessableContent)
    }
}
