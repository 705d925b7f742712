import Foundation
import TestSupport
import Testing

/// The judge of all other tests: it finds nothing in a sound home, and each promise that is broken on purpose.
@Suite(.timeLimit(.minutes(2)))
struct PromisesTests {
    @Test func `a sound home keeps every promise, and each broken one is told`() async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let id = try await sandbox.submitOne()
            #expect(try await sandbox.drain() == 0)
            try await sandbox.expectPromises(printed: [id], emulator)

            let ledger = try await emulator.ledger()
            let kept = "\(sandbox.folder)/kept"
            try FileManager.default.copyItem(atPath: sandbox.home, toPath: kept)
            for breach in try breaches(of: id) {
                try FileManager.default.removeItem(atPath: sandbox.home)
                try FileManager.default.copyItem(atPath: kept, toPath: sandbox.home)
                var sight = Sight(printed: [id], ledger: ledger)
                try breach.commit(sandbox.home, &sight)
                let broken = try checkPromises(
                    home: sandbox.home, results: sandbox.results, printed: sight.printed,
                    ledger: sight.ledger, cap: sight.cap, budgets: sight.budgets,
                    mayWait: sight.mayWait)
                #expect(broken.contains { $0.contains(breach.words) }, "\(breach.words): \(broken)")
            }
        }
    }

    /// What the judge is told besides the files.
    private struct Sight {
        var printed: [String]
        var ledger: [LedgerEntry]
        var cap = 10
        var budgets = DayBudgets(ofAll: 45_000, ofSpaces: ["": 45_000])
        var mayWait = false
    }

    /// A way to break one promise, and the words that must tell of it.
    private struct Breach {
        let words: String
        let commit: (_ home: String, _ sight: inout Sight) throws -> Void

        init(_ words: String, _ commit: @escaping (String, inout Sight) throws -> Void) {
            self.words = words
            self.commit = commit
        }

        static func sql(_ words: String, _ sql: String) -> Breach {
            Breach(words) { home, _ in try tamper(withQueueOf: home, sql) }
        }

        /// A file whose place is a path in the home; nil bytes remove it.
        static func file(_ words: String, _ path: String, _ bytes: String?) -> Breach {
            Breach(words) { home, _ in
                try bytes.map { try Data($0.utf8).write(to: URL(filePath: "\(home)/\(path)")) }
                    ?? FileManager.default.removeItem(atPath: "\(home)/\(path)")
            }
        }
    }

    private func breaches(of id: String) throws -> [Breach] {
        let headshot = "results/\(id)-front-professional"
        return [
            .sql("was printed and is lost", "DELETE FROM job"),
            .sql("still waiting", "UPDATE job SET state = 'waiting'"),
            .sql("still running", "UPDATE job SET state = 'running'"),
            .sql("The budget of all was exceeded", "UPDATE charge SET bound = 45001"),
            Breach("The budget of shop was exceeded") { home, sight in
                try tamper(withQueueOf: home, "UPDATE charge SET space = 'shop'")
                sight.budgets = DayBudgets(ofAll: 45_000, ofSpaces: ["shop": 38_000])
            },
            .sql("is free, and the provider has yes", "UPDATE charge SET state = 'free'"),
            .sql("in the journal and not in the queue", "DELETE FROM charge"),
            .sql("sent without a charge", "DELETE FROM charge"),
            .sql("and the journal has paid", "UPDATE charge SET state = 'unknown'"),
            .sql("and the journal has paid", "UPDATE charge SET cost = cost + 1"),
            .sql("and the journal has paid", "UPDATE charge SET person = 'another'"),
            .sql(
                "is not in the journal",
                """
                DROP INDEX charge_once;
                INSERT INTO charge (job, kind, space, person, day, provider, model, state, started_at, line)
                SELECT job, kind, space, person, day, provider, model, 'unknown', started_at, 9 FROM charge
                """),
            Breach("was paid 2 times") { home, sight in
                try tamper(
                    withQueueOf: home,
                    """
                    DROP INDEX charge_once;
                    INSERT INTO charge (job, kind, space, person, day, provider, model, state, started_at, line)
                    SELECT job, kind, space, person, day, provider, model, 'paid', started_at, 9 FROM charge
                    """)
                sight.ledger += try request("\(id)-2")
            },
            Breach("sent without a charge") { _, sight in sight.ledger += try request("other-1") },
            Breach("was sent more than once") { _, sight in sight.ledger += sight.ledger },
            Breach("cap of 0 was passed: 1") { _, sight in sight.cap = 0 },
            Breach("is not the picture that was sent") { _, sight in sight.ledger = [] },
            .file("is not the picture that was sent", "\(headshot).png", "half"),
            .file("its headshot is not there", "\(headshot).png", nil),
            .file("its sidecar is missing", "\(headshot).json", nil),
            .file("its sidecar is missing", "\(headshot).json", "{\"job\":"),
            .file("has 2 headshots", "\(headshot)-2.png", "again"),
            .file("There is no payments journal", "payments.jsonl", nil),
            Breach("and the journal has started") { home, _ in
                try editJournal(home) { $0.removeLast() }
            },
            Breach("follows line") { home, _ in try editJournal(home) { $0.append($0[1]) } },
            Breach("takes back") { home, _ in try editJournal(home) { $0.append($0[1]) } },
            Breach("is needed, and not there") { home, sight in
                sight.mayWait = true
                try tamper(withQueueOf: home, "UPDATE job SET state = 'waiting', reason = 'new'")
                try FileManager.default.removeItem(atPath: "\(home)/photos")
            },
            .file("No job needs photos/0123", "photos/0123", "orphan"),
            .file("No job needs prepared/0123", "prepared/0123", "made of an orphan"),
            .file("No job needs prepared/.writing-x", "prepared/.writing-x", ""),
            .file("photos/.writing-x is left behind", "photos/.writing-x", ""),
            .file("answers/.writing-x is left behind", "answers/.writing-x", ""),
            .file("results/.writing-x is left behind", "results/.writing-x", ""),
            .file("spool/\(id)-1.answer is left behind", "spool/\(id)-1.answer", ""),
            .file("workers/dead.lock is left behind", "workers/dead.lock", ""),
            Breach("The queue's file:") { home, _ in
                let file = try FileHandle(forUpdating: URL(filePath: "\(home)/queue.sqlite"))
                try file.seek(toOffset: 4096)
                try file.write(contentsOf: Data(repeating: 7, count: 12 * 4096))
                try file.close()
            },
        ]
    }

    private func request(_ id: String) throws -> [LedgerEntry] {
        try LedgerEntry.entries(
            ofLines: """
                {"seq":2,"timeMilliseconds":0,"model":"m","answer":"ok","status":200,"charged":true,\
                "requestID":"\(id)"}
                """)
    }

    private func editJournal(_ home: String, _ edit: (inout [String]) -> Void) throws {
        let path = "\(home)/payments.jsonl"
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .map(String.init)
        edit(&lines)
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: path, atomically: false, encoding: .utf8)
    }
}
