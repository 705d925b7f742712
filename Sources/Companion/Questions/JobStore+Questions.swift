import CrashPoints
package import Foundation
package import JobQueue
import People

extension JobStore {
    /// What became of a person's question.
    package nonisolated func reply(
        to key: String, of person: Person, now: Date
    ) async throws(JobQueueError) -> Reply {
        try await read { tx in try Self.reply(to: key, of: person, now: now, tx) }
    }

    /// What became of a person's questions, by their keys; those that were not asked are left out.
    package nonisolated func replies(
        to keys: [String], of person: Person, now: Date
    ) async throws(JobQueueError) -> [String: Reply] {
        try await read { tx in
            var replies: [String: Reply] = [:]
            for key in keys {
                let reply = try Self.reply(to: key, of: person, now: now, tx)
                if reply != .none { replies[key] = reply }
            }
            return replies
        }
    }

    /// Asks a model, in a separate transaction; returns whether it was asked.
    package func ask(
        _ question: Question, of person: Person, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            let change = try lockDays(of: person, asking: question, now: now, tx)
            guard try Self.isPresent(person, tx) else { return false }
            return try change.ask(tx) != nil
        }
    }

    /// Lets a job go on whose photo is in the store by now.
    ///
    /// - Returns: `false` if the job has ended meanwhile; then the photo is given up.
    package func releaseHeldJob(
        _ job: JobID, with photo: String, now: Date
    ) throws(JobQueueError) -> Bool {
        try write { tx in
            let count = try tx.run(
                """
                UPDATE job SET due_at = ?, reason = 'new'
                WHERE id = ? AND state = 'waiting' AND reason = 'photo'
                """, [now.milliseconds, job.rawValue])
            if count == 0 {
                try tx.run(
                    "INSERT INTO removal (photo) VALUES (?) ON CONFLICT DO NOTHING", [photo])
            }
            return count == 1
        }
    }

    /// Takes the locks for a change of what is kept about a person's days, and for the question that goes with it.
    nonisolated func lockDays(
        of person: Person, asking question: Question?, now: Date, _ tx: any QueueTransaction
    ) throws -> DaysChange {
        var numbers: JobNumbers?
        if question != nil {
            try tx.lock(.person(person, day: Self.requiredLimits(tx).day(of: now)))
            numbers = try JobNumbers(now: now, tx)
        }
        try tx.lock(.days(of: person))
        return DaysChange(
            person: person, question: question, numbers: numbers, store: self, now: now)
    }

    private static func reply(
        to key: String, of person: Person, now: Date, _ tx: any QueueTransaction
    ) throws -> Reply {
        let row = try tx.row(
            """
            SELECT asked.answer, asked.job, job.state, job.reason, job.provider, job.expires_at
            FROM asked LEFT JOIN job ON job.id = asked.job
            WHERE asked.space = ? AND asked.person = ? AND asked.key = ?
            """, person.arguments + [key])
        guard let row else { return .none }
        if let answer: String = row["answer"] {
            return .answered(answer, provider: row["provider"] ?? "")
        }
        let state = (row["state"] as String?).flatMap(JobState.init)
        let isOver = row.optionalDate("expires_at").map { $0 <= now } ?? true
        if state == .running || state == .waiting && !isOver {
            return .pending(try row.id("job"))
        }
        return .gone(reason: row["reason"] ?? CancellationReason.expired.rawValue)
    }
}

/// A change of what is kept about a person's days, whose locks are held.
struct DaysChange {
    fileprivate let person: Person
    fileprivate let question: Question?
    fileprivate let numbers: JobNumbers?
    fileprivate let store: JobStore
    fileprivate let now: Date

    /// Asks the question once, if there is one, unless it was asked before or the day's slots are taken; returns the new job,
    /// `nil` if there is none.
    ///
    /// A job without a charge counts as a place, too: no answer is promised that the cap forbids.
    @discardableResult
    func ask(_ tx: any QueueTransaction) throws -> JobID? {
        if case .asked(let job) = try attempt(tx) { job } else { nil }
    }

    /// What became of a question.
    enum Attempt {
        case asked(JobID)
        /// No question, or one that was asked before.
        case left
        /// The day's slots are taken.
        case full
    }

    /// The same as ``ask(_:)``, which says why there is no new job.
    func attempt(_ tx: any QueueTransaction) throws -> Attempt {
        guard let question, var numbers else { return .left }
        let isKnown = try tx.has(
            "asked WHERE space = ? AND person = ? AND key = ?", person.arguments + [question.key])
        guard !isKnown, try !store.wasPaid(question.key, of: person, tx) else { return .left }
        let open = try JobStore.unsent(question.kind, of: person, by: question.provider, tx)
        let limits = try JobStore.requiredLimits(tx)
        let last = try JobStore.countedDay(of: person, tx)
        let day = CountedDay(at: now, in: question.zone ?? limits.timeZone, after: last)
        let most = question.fleeting.dailyLimit - open
        let sent = try JobStore.sent(question.kind, of: person, on: day, limits, tx)
        guard sent < most, try sent + restored(on: day, question.kind, limits, tx) < most
        else { return .full }
        if day != last { try JobStore.count(person, for: day, tx) }
        var job = NewJob(
            kind: question.kind, payload: question.payload, provider: question.provider,
            person: person,
            input: question.photo.map { JobInput(photo: $0, name: question.kind.rawValue) })
        job.fleeting = Fleeting(
            until: question.fleeting.until,
            dailyLimit: day.most(question.fleeting.dailyLimit, inDayOf: limits))
        if question.photo != nil { job.notBefore = question.fleeting.until }
        let id = try JobStore.insert(
            job, &numbers, waitsForPhoto: question.photo != nil, now: now, tx
        ).id
        try tx.run(
            "INSERT INTO asked (space, person, key, job, asked_at) VALUES (?, ?, ?, ?, ?)",
            person.arguments + [question.key, id.rawValue, now.milliseconds])
        CrashPoint.reach(.questionAsked)
        return .asked(id)
    }

    /// The charges that only the payments journal knows: of all days of the queue that a person's day touches.
    private func restored(
        on day: CountedDay, _ kind: JobKind, _ limits: DailyCap, _ tx: any QueueTransaction
    ) throws -> Int {
        var names: Set<String> = []
        var moment = day.begin
        while moment < now {
            names.insert(limits.day(of: moment))
            moment += CountedDay.shortest
        }
        names.insert(limits.day(of: now))
        return try names.reduce(0) { sum, name in
            try sum
                + JobStore.takenPlaces(of: person, kind, on: name, tx).restored(store, tx)
        }
    }
}
