import Foundation
import TestSupport
import Testing

/// The judge of all other tests: it finds nothing in a sound home, and each promise that is broken on purpose.
@Suite(.timeLimit(.minutes(10)))
struct PromisesTests {
    @Test func `a sound home keeps every promise, and each broken one is told`() async throws {
        let receiver = try ScriptedServer(Self.accept)
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let added = try await sandbox.addSpace("shop", "--webhook", receiver.url)
            let secret = try #require(added.firstMatch(of: /whsec_\S+/)).0
            let id = try await sandbox.submitOne()
            let twoPhotos = [try sandbox.photo(seed: 1), "--side", try sandbox.photo(seed: 2)]
            let analysis = try await sandbox.run(
                ["submit", "--kind", "analysis", "--space", "shop", "--person", "anna"] + twoPhotos)
            let shopID = String(analysis.output.prefix { $0 != " " })
            #expect(try await sandbox.drain() == 0)
            try await ServerProcess.with(sandbox) { http in
                try await receiver.wait(forClosed: 0)
                http.program.send(SIGTERM)
                _ = try await http.program.waitForExit()
            }
            try await sandbox.expectPromises(printed: [id, shopID], emulator)

            let messages = receiver.requests.compactMap {
                WebhookSight.Message(request: $0, isAccepted: true)
            }
            let sound = Sight(
                printed: [id, shopID], ledger: try await emulator.ledger(),
                webhooks: WebhookSight(
                    secrets: ["shop": String(secret)], messages: ["shop": messages]))
            #expect(try sound.brokenPromises(sandbox) == [])
            let kept = "\(sandbox.folder)/kept"
            try FileManager.default.copyItem(atPath: sandbox.home, toPath: kept)
            for breach in try breaches(of: id) + breachesOfSpaces(shopID) {
                try FileManager.default.removeItem(atPath: sandbox.home)
                try FileManager.default.copyItem(atPath: kept, toPath: sandbox.home)
                var sight = sound
                try breach.commit(sandbox.home, &sight)
                let broken = try sight.brokenPromises(sandbox)
                #expect(broken.contains { $0.contains(breach.words) }, "\(breach.words): \(broken)")
            }
        }
    }

    private static let accept: [ScriptedServer.Step] = [
        .readRequest, .write(ScriptedServer.answer(204, Data())),
    ]

    /// What the judge is told besides the files.
    private struct Sight {
        var printed: [String]
        var ledger: [LedgerEntry]
        var webhooks: WebhookSight
        var cap = 10
        var budgets = DayBudgets(ofAll: 100_000, ofSpaces: ["": 100_000])
        var mayWait = false

        func brokenPromises(_ sandbox: Sandbox) throws -> [String] {
            try checkPromises(
                home: sandbox.home, results: sandbox.results, printed: printed, ledger: ledger,
                cap: cap, budgets: budgets, webhooks: webhooks, mayWait: mayWait)
        }
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
            .sql("The budget of all was exceeded", "UPDATE charge SET bound = 100001"),
            Breach("The budget of shop was exceeded") { home, sight in
                try tamper(withQueueOf: home, "UPDATE charge SET space = 'shop'")
                sight.budgets = DayBudgets(ofAll: 100_000, ofSpaces: ["shop": 38_000])
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
                    INSERT INTO charge (
                        job, kind, space, person, day, provider, model, state, started_at, settled_at, line)
                    SELECT job, kind, space, person, day, provider, model, 'paid', started_at, started_at, 9
                    FROM charge
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

    /// What a job of a space and its two photos, its answer and its delivery are mixed up with.
    private func breachesOfSpaces(_ id: String) throws -> [Breach] {
        let analysis = "results/\(id)-analysis.json"
        return [
            .sql(
                "belongs to 2 spaces",
                "UPDATE job SET input = (SELECT input FROM job WHERE space = '') WHERE space = 'shop'"
            ),
            .sql(
                "belongs to 2 spaces",
                """
                INSERT INTO upload (id, space, person, photo, name, verdict, created_at)
                SELECT 'u', 'team', 'anna', second_input, 'side.jpg', '{}', 1 FROM job
                WHERE space = 'shop'
                """),
            .sql(
                "is the result of 2 jobs",
                "UPDATE job SET result = (SELECT result FROM job WHERE space = '') WHERE space = 'shop'"
            ),
            .sql("not for its job's person", "UPDATE charge SET space = 'shop'"),
            .sql("not for its job's person", "UPDATE charge SET person = 'another'"),
            .sql("not for its job's person", "UPDATE delivery SET space = 'team'"),
            .sql("not for its job's person", "UPDATE delivery SET person = 'another'"),
            .sql("does not describe its job", "UPDATE delivery SET type = 'job.failed'"),
            .sql(
                "does not describe its job",
                "UPDATE delivery SET body = replace(body, '\(id)', '0123456789')"),
            .sql(
                "does not describe its job",
                "UPDATE delivery SET body = replace(body, 'anna', 'bert')"
            ),
            .sql("has another body", "UPDATE delivery SET body = replace(body, '{', '{ ')"),
            .sql("has not received that it is succeeded", "DELETE FROM delivery"),
            .sql("has not received that it is failed", "UPDATE job SET state = 'failed'"),
            Breach("has not received") { _, sight in
                sight.webhooks.messages = sight.webhooks.messages.mapValues { messages in
                    messages.map { message in
                        var refused = message
                        refused.isAccepted = false
                        return refused
                    }
                }
            },
            Breach("counts as delivered, and did not arrive") { _, sight in
                sight.webhooks.messages = [:]
            },
            Breach("is none of its receiver's space") { _, sight in
                sight.webhooks.messages["team"] = sight.webhooks.messages["shop"]
                sight.webhooks.secrets["team"] = sight.webhooks.secrets["shop"]
            },
            Breach("The signature of webhook message") { _, sight in
                sight.webhooks.secrets["shop"] = "whsec_\(Data(count: 32).base64EncodedString())"
            },
            Breach("was sent for jobs of several spaces") { home, sight in
                try tamper(
                    withQueueOf: home,
                    """
                    INSERT INTO charge (job, kind, space, person, day, provider, model, state, started_at, line)
                    SELECT job.id, charge.kind, job.space, job.person, day, charge.provider, model, 'unknown', 1, 9
                    FROM charge, job WHERE job.space = 'shop'
                    """)
                sight.ledger += try request("\(id)-2", photo: sight.ledger[0].photo)
            },
            .sql(
                "has 1 photos, and its analysis has 2",
                "UPDATE job SET second_input = NULL WHERE space = 'shop'"),
            .file("has 2 photos, and its analysis has 1", analysis, "{}"),
            .file("its analysis is missing", analysis, nil),
            .file("its analysis is missing", analysis, "{\"file\":"),
            Breach("is needed, and not there") { home, sight in
                sight.mayWait = true
                try tamper(
                    withQueueOf: home,
                    """
                    UPDATE job SET state = 'waiting', reason = 'new',
                        second_input = 'ffff' || substr(second_input, 5) WHERE space = 'shop'
                    """)
            },
            Breach("The budget of all was exceeded") { _, sight in
                // It was raised after the request.
                var budget: DayBudget = 1
                budget.change(to: nil, asked: .distantFuture, done: .distantFuture)
                sight.budgets.ofAll = budget
            },
        ]
    }

    private func request(_ id: String, photo: String? = nil) throws -> [LedgerEntry] {
        try LedgerEntry.entries(
            ofLines: """
                {"seq":2,"timeMilliseconds":0,"model":"m","answer":"ok","status":200,"charged":true,\
                "photo":"\(photo ?? "")","requestID":"\(id)"}
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
