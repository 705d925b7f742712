import Foundation
import Ground
package import HeadshotWorker
package import JobQueue
import People

/// The tips of a day or a week, with what became of the question about them.
package struct PeriodTips: Sendable {
    package let type: Tip.Kind
    /// The day or the week.
    package let period: String
    package let tips: [Tip]
    package let reply: Reply
}

extension PersonServices {
    /// A person's tips of today or of this week; the first request makes them.
    package func tips(_ type: Tip.Kind, for visitor: Visitor) async throws -> PeriodTips {
        let person = visitor.person
        let words = try await texts.words(of: visitor.space)
        guard let tipWords = words.tips else { throw PersonProblem.featureOff }
        let rules = try await rules(of: person, in: visitor.settings)
        let wishes = try await store.preferences(of: person)
        let clock = try await clock(for: wishes, in: visitor.settings)
        let known = try await profile(of: person, wishes, words)
        // Tips show no weakness that the plan hides on a scan.
        let scan = rules.weaknesses ? known.scans.first : nil
        let weakest = scan?.weakest ?? []
        let basis = weakest.isEmpty || type == .long ? nil : scan?.id
        let period = type == .short ? clock.today.description : clock.today.week
        let plan = TipPlan(tipWords)
        let searches = Searches(words.queries ?? [], known.profile.searchFacts)
        let facts = try await facts(
            type, known.profile, known.scans, scan, person, wishes, clock)
        let thing = Tip.thing(of: period, after: basis)
        let question =
            facts.isEmpty
            ? nil
            : try await question(type.words, about: thing, for: visitor, wishes, data: facts)
        let tips = try await store.tips(
            of: person, type, for: period, ids: (0..<TipPlan.count).map { _ in newName() },
            after: basis, asking: question, now: clock.now
        ) { said in
            switch type {
            case .short:
                plan.ofDay(weakest: weakest, said: said).map {
                    Tip.Said($0, queries: [], scans: basis.map { [$0] })
                }
            case .long:
                plan.ofWeek(known.profile, said: said).enumerated().map { place, choice in
                    let own = choice.tip.queries.map { Searches($0, known.profile.searchFacts) }
                    return Tip.Said(
                        choice, queries: own?.first ?? searches.part(place),
                        scans: known.profile.scans)
                }
            }
        }
        guard let tips else { throw PersonProblem.leaving }
        return PeriodTips(
            type: type, period: period, tips: tips,
            reply: try await reply(to: type.words, about: thing, of: person))
    }

    /// Marks a tip as done, with the text that the person did, or as open again.
    package func complete(
        _ id: String, _ isDone: Bool, for person: Person
    ) async throws -> (tip: Tip, reply: Reply) {
        guard let tip = try await store.tip(id, of: person) else { throw PersonProblem.notFound }
        let reply = try await reply(to: tip.type.words, about: tip.thing, of: person)
        let said = isDone ? ModelTips(reply).said(in: tip) : nil
        guard let changed = try await store.completeTip(id, of: person, as: said, now: now) else {
            throw PersonProblem.notFound
        }
        return (changed, reply)
    }

    /// What a model gets: facts, and never a person's own words; empty if nothing is known.
    private func facts(
        _ type: Tip.Kind, _ profile: Profile, _ scans: [ScanFacts], _ last: ScanFacts?,
        _ person: Person, _ wishes: Preferences, _ clock: PersonClock
    ) async throws -> [String: WordsOrder.Value] {
        var facts: [String: WordsOrder.Value] = [:]
        let goals = wishes.goals
        if !goals.isEmpty { facts["goals"] = .texts(goals) }
        switch type {
        case .short:
            // What is wrong with a part, and not its name alone: "framing" may be too small or too large.
            if let last, !last.weakest.isEmpty {
                facts["weakest"] = .texts(
                    zip(last.weakest, last.remarks).map { "\($0): \($1)" })
            }
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

extension Tip.Kind {
    /// The words that a model may write in place of the local ones.
    package var words: WordsKind { self == .short ? .tipsShort : .tipsLong }
}

extension Tip.Said {
    fileprivate init(_ choice: TipPlan.Choice, queries: [String], scans: [String]?) {
        self.init(
            title: choice.tip.title, body: choice.tip.body, part: choice.part, queries: queries,
            scans: scans)
    }
}

extension Profile {
    /// The scans that the tips of a week are chosen by; `nil` for none.
    fileprivate var scans: [String]? {
        let scans = Set([undertone?.scan, season?.scan, faceShape?.scan].compactMap(\.self))
        return scans.isEmpty ? nil : scans.sorted()
    }
}

extension TipPlan {
    fileprivate func ofWeek(_ profile: Profile, said: [String]) -> [Choice] {
        ofWeek(
            undertone: profile.undertone?.value, season: profile.season?.value,
            shape: profile.faceShape?.value, said: said)
    }
}
