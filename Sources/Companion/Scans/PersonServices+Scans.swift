import HeadshotWorker
import JobQueue
import People

extension PersonServices {
    /// Lets a coach sum up a scan, where the space and the plan have one; returns what a model is asked about it.
    package func coach(
        _ answer: inout ScanAnswer, named id: String, for visitor: Visitor
    ) async throws -> Question? {
        let rules = try await rules(of: visitor.person, in: visitor.settings)
        guard visitor.settings.features.contains(.coach), rules.coaching || rules.isSample
        else { return nil }
        let wishes = try await store.preferences(of: visitor.person)
        guard let coaching = Coaching(try await texts.words(of: visitor.space).coach, wishes)
        else { return nil }
        // Of a sample it is shown once it is paid for.
        let told = rules.isSample ? .all : rules
        answer.summary = ScanAnswer.Summary(
            lines: coaching.summary(of: answer, named: id, by: told).lines,
            tellsWeaknesses: told.weaknesses)
        guard rules.coaching else { return nil }
        return try await question(
            .coachSummary, about: id, for: visitor, wishes, as: coaching.persona.id,
            data: Coaching.facts(of: answer, by: rules))
    }
}
