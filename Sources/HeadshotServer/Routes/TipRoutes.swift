import Answers
import Foundation
import Ground
import HeadshotWorker
import Hummingbird
import JobQueue
import People
import Setup

/// The routes of what a person may try, for today and for the week.
struct TipRoutes: Sendable {
    let session: Session
    let shelf: WordsShelf

    func add(to routes: Routes) {
        // The first request of a day or a week makes its tips.
        routes.add(
            .get, "/v1/tips",
            .person(.creates, feature: .tips, plan: .coaching, asksModel: true)
        ) { request, _, caller in
            try await tips(request, caller)
        }
        routes.add(.patch, "/v1/tips/{id}", .person(.changes, feature: .tips)) {
            try await change($0, $1, $2)
        }
    }

    private var store: JobStore { session.store }
    private var reader: ProfileReader { ProfileReader(session: session) }

    private func tips(_ request: Request, _ caller: PersonCaller) async throws -> Response {
        let person = caller.person
        guard
            let type = request.uri.queryParameters["type"].flatMap({ Tip.Kind(rawValue: "\($0)") })
        else { throw Refusal.malformed("'type' is short or long.") }
        let record = caller.record
        let words = try await shelf.words(of: record)
        guard let tipWords = words.tips else { throw Refusal.featureOff }
        let rules = try await session.rules(of: person, in: record.settings)
        let wishes = try await store.wishes(of: person)
        let clock = try await session.clock(for: wishes, in: record.settings)
        let known = try await reader.profile(of: person, wishes, words)
        // Tips show no weakness that the plan hides on a scan.
        let weakest = rules.shown(detail: known.scans.first?.weakest ?? []) ?? []
        let period = type == .short ? clock.today.description : clock.today.week
        let plan = TipPlan(tipWords)
        let searches = Searches(words.queries ?? [], known.profile.searchFacts)
        let names = session.configuration.environment.worker()
        let facts = try await facts(
            type, known.profile, known.scans, weakest, person, wishes, clock)
        var question: Question?
        if !facts.isEmpty {
            question = try await Asking(session: session).question(
                type.words, about: period, for: caller, wishes, data: facts)
        }
        let tips = try await store.tips(
            of: person, type, for: period,
            ids: (0..<TipPlan.count).map { _ in names.newName().rawValue },
            asking: question, now: clock.now
        ) { said in
            switch type {
            case .short:
                plan.ofDay(weakest: weakest, said: said).map { Tip.Said($0, queries: []) }
            case .long:
                plan.ofWeek(known.profile, said: said).enumerated().map {
                    Tip.Said($1, queries: searches.part($0))
                }
            }
        }
        guard let tips else { throw Refusal.leaving }
        let reply = try await store.reply(
            to: Asking.key(type.words, period), of: person, now: clock.now)
        return try .json(TipsAnswer(type: type.rawValue, period: period, tips, reply))
    }

    private func change(
        _ request: Request, _ context: ServerContext, _ caller: PersonCaller
    ) async throws -> Response {
        let person = caller.person
        let wanted = try await RequestBytes.decode(TipRequest.self, from: request)
        let now = session.configuration.environment.now
        guard let id = context.parameters.get("id"),
            let tip = try await store.tip(id, of: person)
        else { throw Refusal.notFound }
        let reply = try await store.reply(
            to: Asking.key(tip.type.words, tip.period), of: person, now: now)
        let words = ToldTips(reply).said(in: tip)
        guard
            let changed = try await store.completeTip(
                id, of: person, as: wanted.completed ? words : nil, now: now)
        else { throw Refusal.notFound }
        return try .json(TipResource(changed, ToldTips(reply)))
    }

    /// What a model gets: facts, and never a person's own words; empty if nothing is known.
    private func facts(
        _ type: Tip.Kind, _ profile: Profile, _ scans: [ScanFacts], _ weakest: [String],
        _ person: Person, _ wishes: Wishes, _ clock: PersonClock
    ) async throws -> [String: WordsOrder.Value] {
        var facts: [String: WordsOrder.Value] = [:]
        let goals = QuizResource.goals(wishes)
        if !goals.isEmpty { facts["goals"] = .texts(goals) }
        switch type {
        case .short:
            if !weakest.isEmpty { facts["weakest_parts"] = .texts(weakest) }
            guard !facts.isEmpty else { return facts }
            let done = try await store.titlesDone(
                by: person, since: clock.now - Self.week, limit: Self.mostDone)
            if !done.isEmpty { facts["done_this_week"] = .texts(done) }
        case .long:
            facts.merge(profile.facts) { $1 }
            if !scans.isEmpty {
                facts["scores"] = .texts(scans.prefix(Self.mostScores).map { "\($0.score)" })
            }
        }
        return facts
    }

    /// In seconds.
    private static let week: TimeInterval = 7 * 86_400
    /// All of a week.
    private static let mostDone = 7 * TipPlan.count
    /// Enough to see where they go.
    private static let mostScores = 10
}

private struct TipRequest: Decodable, Sendable {
    let completed: Bool
}

extension Tip.Kind {
    /// The words that a model may write in place of the local ones.
    var words: WordsKind { self == .short ? .tipsShort : .tipsLong }
}

extension Tip.Said {
    fileprivate init(_ choice: TipPlan.Choice, queries: [String]) {
        self.init(
            title: choice.tip.title, body: choice.tip.body, part: choice.part, queries: queries)
    }
}

extension TipPlan {
    fileprivate func ofWeek(_ profile: Profile, said: [String]) -> [Choice] {
        ofWeek(
            undertone: profile.undertone?.value, season: profile.season?.value,
            shape: profile.faceShape?.value, said: said)
    }
}

extension Profile {
    /// What searches may use.
    var searchFacts: Searches.Facts {
        let palette = [undertone?.value, season?.value].compactMap(\.self)
        return Searches.Facts(
            palette: palette.isEmpty ? nil : palette.joined(separator: " "),
            faceShape: faceShape?.value, theme: theme?.value)
    }

    /// What a model gets of the person's style.
    var facts: [String: WordsOrder.Value] {
        [
            "undertone": undertone?.value, "season": season?.value, "face_shape": faceShape?.value,
            "theme": theme?.value, "colours_liked": colourFamily?.value,
        ].compactMapValues { $0.map(WordsOrder.Value.text) }
    }
}
