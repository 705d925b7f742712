import Foundation

@testable import Database
@testable import JobQueue

extension PostgresTransactionTests {
    /// What came of one of the dialect's statements.
    struct Trial: Equatable {
        let name: String
        let rows: [[SQLValue]]
    }

    /// Runs every statement of the engine's dialect over some jobs that each of them finds.
    static func tryDialect(_ tx: any QueueTransaction) throws -> [Trial] {
        let app = Person.annaOfApp
        let now = TestQueue.now
        let worker = "w1"
        let later = now.addingTimeInterval(60).milliseconds
        var numbers = try JobNumbers(now: now, tx)
        func add(
            _ person: Person = .anna, priority: Int = 0, notBefore: Date? = nil,
            payload: String = "{}", fleeting: Fleeting? = nil, set change: String? = nil
        ) throws {
            var job = NewJob.some(person, priority: priority, notBefore: notBefore)
            job.payload = payload
            job.fleeting = fleeting
            guard case .queued(let id) = try JobStore.insert(job, &numbers, now: now, tx) else {
                return
            }
            if let change { try tx.run("UPDATE job SET \(change) WHERE id = ?", [id.rawValue]) }
        }
        try add(priority: -1)
        try add(.bert, payload: #"{"style": "studio", "face": {"shape": "oval"}, "n": 3}"#)
        try add(priority: 7, notBefore: now.addingTimeInterval(3600))
        try add(app)
        try add(
            set:
                "state = 'running', token = 't', owner = '\(worker)', phase = 'preparing', crashes = 2"
        )
        try add(set: "reason = 'answered'")
        try add(set: "reason = 'interrupted'")
        try add(.bert, set: "reason = 'daily_cap', due_at = \(later)")
        try add(set: "reason = 'budget', due_at = \(later)")
        try add(app, fleeting: Fleeting(until: now, dailyLimit: 3))
        try add(set: "state = 'cancelled', ended_at = 1")

        var trials: [Trial] = []
        func look(
            _ name: String, _ sql: String, _ arguments: [(any SQLConvertible)?] = [],
            isSorted: Bool = true
        ) throws {
            var rows = try tx.rows(sql, arguments).map(\.values)
            if !isSorted { rows.sort { "\($0)" < "\($1)" } }
            trials.append(Trial(name: name, rows: rows))
        }
        func change(_ name: String, _ sql: String, _ arguments: [(any SQLConvertible)?]) throws {
            let count = try tx.run(sql, arguments)
            trials.append(Trial(name: "\(name): how many", rows: [[.integer(Int64(count))]]))
            try look(name, "SELECT id, due_at, reason FROM job ORDER BY id")
        }
        let dialect = tx.dialect
        let provider = TestQueue.draft.provider
        let noLookout = try Lookout.argument(nil, of: provider, after: .commandLine, tx)
        try look("answered", dialect.answered, ["[]"])
        try look(
            "claim", dialect.claim,
            [provider, "app", now.milliseconds, "2026-11-21", "[]"] + noLookout)
        try look(
            "dueOfPriority", dialect.dueOfPriority, [provider, "", 0, now.milliseconds, "[]"])
        try look("expired", dialect.expired, [now.milliseconds], isSorted: false)
        try look("nextDue", dialect.nextDue, [provider, "", "[]"] + noLookout)
        try look("nextSetBack", dialect.nextSetBack, [provider, "[]"])
        try look("claimContext", dialect.claimContext, [now.milliseconds])
        try look("waitingOfPerson", dialect.waitingOfPerson, app.arguments + [provider])
        try look("waitingOfSpace", dialect.waitingOfSpace, [provider, app.space.rawValue])
        try look("waitingOfAll", dialect.waitingOfAll, [provider])
        try look("openOfSpace", dialect.openOfSpace, [app.space.rawValue], isSorted: false)
        for (space, moment) in [("", Int64.min), (app.space.rawValue, later)] {
            try look(
                "needed", dialect.needed, [#"["\#(TestQueue.photo)"]"#, space, moment],
                isSorted: false)
        }
        try look(
            "hasValues", "SELECT id FROM job WHERE \(dialect.hasValues)",
            [#"{"face": {"shape": "oval"}, "style": "studio"}"#])
        try tryHolding(noLookout, look, change, tx)
        return trials
    }
}
