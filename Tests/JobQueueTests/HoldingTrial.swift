import Foundation

@testable import Database
@testable import JobQueue

extension PostgresTransactionTests {
    /// Runs every statement about held jobs over those of ``tryDialect(_:)``.
    static func tryHolding(
        _ noLookout: [any SQLConvertible],
        _ look: (String, String, [(any SQLConvertible)?], Bool) throws -> Void,
        _ change: (String, String, [(any SQLConvertible)?]) throws -> Void,
        _ tx: any QueueTransaction
    ) throws {
        let holding = tx.dialect.holding
        let provider = TestQueue.draft.provider
        let (anna, kind, day) = (Person.anna.rawValue, JobKind.portrait.rawValue, "2026-11-21")
        let now = TestQueue.now.milliseconds
        let later = now + 60_000
        let app = Person.annaOfApp.space.rawValue
        let looks: [(name: String, sql: String, arguments: [(any SQLConvertible)?])] = [
            ("front", holding.front, [provider, "", 0, now, 0]),
            ("behind", holding.behind, [provider, "", 0, now, day, 1, "[]", 0]),
            ("ends", holding.ends, [provider, "", now, day, "[]", 1] + noLookout),
            ("persons", holding.persons, [provider, "[]", now, day, 1, "", "", "", ""]),
            ("spent", holding.spent, [provider, "", now, "[]"] + noLookout),
        ]
        for spent in [nil, app, "", HoldingSQL.everySpace] {
            try tx.run("DELETE FROM spent")
            if let spent {
                try tx.run(
                    "INSERT INTO spent (provider, space, opens_at) VALUES (?, ?, ?)",
                    [provider, spent, later])
            }
            for trial in looks {
                let name = "\(trial.name): \(spent ?? "nothing") is spent"
                try look(name, trial.sql, trial.arguments, false)
            }
        }
        try tx.run("DELETE FROM spent")
        let ids: [Int64] = try tx.values("SELECT id FROM job ORDER BY id")
        for id in ids { try look("found: \(id)", holding.found, [id, provider, now, day], false) }
        try change(
            "setAside", holding.setAside,
            [later, "daily_cap", ids.compactMap(JobID.init(rawValue:)).json, now])
        try change("postpone", holding.postpone, [later, "", anna, kind, provider, later])
        try change("releaseCapped", holding.releaseCapped, [now, "", anna, kind])
        try change("rejudge", holding.rejudge, [now, ids[1]])
        try tx.run("UPDATE job SET reason = 'budget', due_at = ? WHERE state = 'waiting'", [later])
        try change("releaseBudgeted", holding.releaseBudgeted, [now, provider, app])
        try tx.run(
            "INSERT INTO spent (provider, space, opens_at) VALUES (?, '', ?)", [provider, later])
        try change("releaseUnheld", holding.releaseUnheld, [now, provider])
    }
}
