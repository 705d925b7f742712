import Crypto
import Foundation
import Ground
import HeadshotWorker
import Hummingbird
import JobQueue
import People
import Setup

/// The route that finds somebody who is known for a person's style.
struct CelebrityRoutes: Sendable {
    let session: Session
    let shelf: WordsShelf

    func add(to routes: Routes) {
        routes.add(
            .post, "/v1/celebrity",
            .person(.creates, feature: .celebrity, plan: .coaching, asksModel: true)
        ) { request, _, caller in
            try await match(request, caller)
        }
    }

    private func match(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let record = caller.record
        let person = caller.person
        let words = try await shelf.words(of: record)
        guard let celebrities = words.celebrities else { throw Refusal.featureOff }
        let wanted = try await RequestBytes.decode(CelebrityRequest.self, from: request)
        if let theme = wanted.theme, !(words.themes ?? []).contains(theme) {
            throw Refusal.malformed(
                "'theme' is one of \((words.themes ?? []).joined(separator: ", ")).")
        }
        let reader = ProfileReader(session: session)
        let wishes = try await session.store.wishes(of: person)
        let clock = try await session.clock(for: wishes, in: record.settings)
        let profile = try await reader.profile(of: person, wishes, words).profile
        let shape = profile.faceShape?.value
        let theme = wanted.theme ?? profile.theme?.value
        guard
            let celebrity = celebrities.match(
                shape: shape, theme: theme, seed: clock.today.description.seed)
        else { throw Refusal.notFound }
        var facts = profile.searchFacts
        facts.theme = theme
        let match = KeptMatch(
            day: clock.today, faceShape: shape, theme: theme, name: celebrity.name,
            why: celebrity.why, queries: Searches(words.queries ?? [], facts).part(0))
        var data = profile.facts
        data["theme"] = theme.map(WordsOrder.Value.text)
        var question: Question?
        if !data.isEmpty {
            question = try await Asking(session: session).question(
                .celebrity, about: match.thing, for: caller, wishes, data: data)
        }
        let kept = String(decoding: try JSONEncoder().encode(match), as: UTF8.self)
        guard
            try await session.store.changeWishes(
                of: person, asking: question, now: clock.now, { $0.celebrity = kept }) != nil
        else { throw Refusal.leaving }
        let reply = try await session.store.reply(to: match.key, of: person, now: clock.now)
        return try .json(CelebrityResource(match, reply))
    }
}

private struct CelebrityRequest: Decodable, Sendable {
    let theme: String?
}

/// The match that was made last, as it is stored.
struct KeptMatch: Codable, Sendable {
    let day: LocalDay
    let faceShape: String?
    let theme: String?
    let name: String
    let why: String
    let queries: [String]

    /// What a model is asked about: a style on a day.
    var thing: String {
        let style = SHA256.hash(data: Data("\(faceShape ?? "")/\(theme ?? "")".utf8))
        return "\(day)/\(style.hexadecimal.prefix(16))"
    }

    /// The key of that question.
    var key: String { Asking.key(.celebrity, thing) }

    init(
        day: LocalDay, faceShape: String?, theme: String?, name: String, why: String,
        queries: [String]
    ) {
        self.day = day
        self.faceShape = faceShape
        self.theme = theme
        self.name = name
        self.why = why
        self.queries = queries
    }

    /// nil before there is one.
    init?(_ wishes: Wishes) {
        guard let kept = wishes.celebrity,
            let match = try? JSONDecoder().decode(KeptMatch.self, from: Data(kept.utf8))
        else { return nil }
        self = match
    }
}

/// Somebody who is known for a person's style, as it is shown.
struct CelebrityResource: Encodable {
    let day: LocalDay
    let name: String
    /// What of the style may be tried; never about looks.
    let why: String
    /// The shape and the theme that were looked for; absent where they are not known.
    let faceShape: String?
    let theme: String?
    let queries: [Searches.Search]
    let source: String
    let state: String
    /// The job that may bring a model's match; absent once it has ended.
    let job: String?

    /// What a model writes.
    struct Answer: Decodable, Sendable {
        let name: String
        let why: String
        let queries: [String]
    }

    init(_ match: KeptMatch, _ reply: Reply?) {
        let told = ToldWords<Answer>(reply)
        day = match.day
        name = told.answer?.name ?? match.name
        why = told.answer?.why ?? match.why
        faceShape = match.faceShape
        theme = match.theme
        queries = (told.answer?.queries ?? match.queries).map(Searches.Search.init)
        (source, state, job) = (told.source, told.state, told.job)
    }
}
