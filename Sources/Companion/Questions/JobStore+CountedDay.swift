import Foundation
package import JobQueue
package import People

extension JobStore {
    /// A person's day, and how many answers the person has asked for on it, by their kinds: those that were sent, and those that
    /// still may be.
    package nonisolated func askedToday(
        _ kinds: [JobKind], of person: Person, by provider: String, at clock: PersonClock
    ) async throws(JobQueueError) -> (day: CountedDay, asked: [JobKind: Int]) {
        try await read { tx in
            let limits = try Self.requiredLimits(tx)
            let day = CountedDay(
                at: clock.now, in: clock.zone, after: try Self.countedDay(of: person, tx))
            var asked: [JobKind: Int] = [:]
            for kind in kinds {
                asked[kind] =
                    try Self.sent(kind, of: person, on: day, limits, tx)
                    + Self.unsent(kind, of: person, by: provider, tx)
            }
            return (day, asked)
        }
    }

    /// How many jobs of a person wait for their charge.
    static func unsent(
        _ kind: JobKind, of person: Person, by provider: String, _ tx: any QueueTransaction
    ) throws -> Int {
        try tx.count(
            """
            job WHERE \(isOpenSQL) AND provider = ? AND space = ? AND person = ? AND kind = ?
                AND NOT EXISTS (
                    SELECT 1 FROM charge WHERE charge.job = job.id AND charge.state <> 'free')
            """, [provider] + person.arguments + [kind.rawValue])
    }

    /// How many charges of a kind were made on a person's day.
    static func sent(
        _ kind: JobKind, of person: Person, on day: CountedDay, _ limits: DailyCap,
        _ tx: any QueueTransaction
    ) throws -> Int {
        // The queue's zone may have changed since: its days only bound what is read.
        let first = limits.day(of: day.begin - 2 * CountedDay.shortest)
        return try tx.count(
            """
            charge WHERE space = ? AND person = ? AND kind = ? AND day >= ? AND state <> 'free'
                AND started_at >= ? AND started_at < ?
            """,
            person.arguments + [
                kind.rawValue, first, day.begin.milliseconds, day.end.milliseconds,
            ])
    }

    /// The last day for which a person's answers were counted; `nil` if there is none.
    static func countedDay(
        of person: Person, _ tx: any QueueTransaction
    ) throws -> CountedDay? {
        let row = try tx.row(
            "SELECT counts_from, counts_to FROM person WHERE space = ? AND person = ?",
            person.arguments)
        guard let begin = row?.optionalDate("counts_from"),
            let end = row?.optionalDate("counts_to")
        else { return nil }
        return CountedDay(begin: begin, end: end)
    }

    /// Notes the day for which a person's answers are counted.
    static func count(
        _ person: Person, for day: CountedDay, _ tx: any QueueTransaction
    ) throws {
        try tx.run(
            "UPDATE person SET counts_from = ?, counts_to = ? WHERE space = ? AND person = ?",
            [day.begin.milliseconds, day.end.milliseconds] + person.arguments)
    }
}

extension CountedDay {
    /// The most charges that a limit of this day allows in the queue's day.
    ///
    /// Where the queue's days begin at other times, one of them has a part of two days of the person.
    func most(_ limit: Int, inDayOf limits: DailyCap) -> Int {
        let isQueues =
            limits.nextDay(after: begin) == end
            && limits.day(of: begin - 0.001) != limits.day(of: begin)
        return isQueues ? limit : min(limit, .max / 2) * 2
    }
}
