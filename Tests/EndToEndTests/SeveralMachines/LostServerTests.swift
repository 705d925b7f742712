import Foundation
import TestSupport
import Testing

/// What becomes of jobs and money when the queue's server is lost, put back, or there twice.
extension SeveralMachinesTests {
    @Test func `with a synchronous standby, a lost server loses no printed job`() async throws {
        try await PostgresCluster.with { cluster in
            let primary = try await cluster.server("primary")
            let standby = try await primary.standby("standby")
            try await primary.client.run(
                "ALTER SYSTEM SET synchronous_standby_names = '*'; SELECT pg_reload_conf()")
            try await primary.client.wait(
                for: "SELECT bool_or(sync_state = 'sync') FROM pg_stat_replication")
            let both = PostgresClient(
                url: "postgres://postgres@\(primary.host),\(standby.host)/postgres"
                    + "?target_session_attrs=read-write")
            try await Sandbox.withServer(rule: #"{"answer":"hold"}"#, database: both) {
                sandbox, emulator, _ in
                let ids = try await sandbox.submitSome(4)
                try await sandbox.running(["worker", "--concurrency", "2"]) { worker in
                    try await emulator.waitForRequests(atLeast: 2)
                    try await primary.kill()
                    try await standby.promote()
                    try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
                    try await emulator.release()
                    try await standby.client.wait(
                        for: "SELECT count(*) >= 2 FROM charge WHERE state = 'paid'")
                    worker.send(SIGTERM)
                    _ = try await worker.waitForExit()
                    // What it had only begun is made by whoever comes next.
                    let drain = try await sandbox.run("drain")
                    #expect(drain.exit == .status(0), "\(drain.errors)")
                    // The standby had every commit.
                    let said = worker.errorsSoFar + drain.errors
                    #expect(said.contains("has forgotten no payment"), "\(said)")
                }
                #expect(try await sandbox.jobs().allSatisfy { $0.state == "succeeded" })
                #expect(try await emulator.ledger().count == 4)
                try await sandbox.expectPromises(printed: ids, emulator)
            }
        }
    }

    @Test func `a worker that starts before its server waits for it`() async throws {
        try await PostgresCluster.with { cluster in
            let primary = try await cluster.server("primary")
            try await Sandbox.withServer(database: primary.client) { sandbox, emulator, _ in
                let ids = try await sandbox.submitSome(1)
                try await primary.kill()
                try await sandbox.running(["worker"]) { worker in
                    _ = try await worker.waitForErrors("Waiting for it")
                    try await primary.start()
                    try await primary.client.wait(
                        for: "SELECT bool_and(state = 'succeeded') FROM job")
                    worker.send(SIGTERM)
                    #expect(try await worker.waitForExit() == .status(0))
                }
                try await sandbox.expectPromises(printed: ids, emulator)
            }
        }
    }

    @Test func `while the queue's server is away, clients are told so soon`() async throws {
        try await PostgresCluster.with { cluster in
            let primary = try await cluster.server("primary")
            try await Sandbox.withServer(database: primary.client) { sandbox, _, _ in
                let token = try await sandbox.addSpace("shop")
                try await ServerProcess.with(sandbox) { server in
                    func jobs() async throws -> ServerProcess.Answer {
                        try await server.send("GET", "/v1/jobs", token: token, person: "81f3")
                    }
                    #expect(try await jobs().status == 200)
                    try await primary.kill()
                    for _ in 0..<3 {
                        let refused = try await jobs()
                        #expect(refused.status == 503, "\(refused.text)")
                        #expect(try refused.json["code"] as? String == "queue")
                        #expect(refused.header("Retry-After") != nil)
                    }
                    try await primary.start()
                    #expect(try await jobs().status == 200)
                }
            }
        }
    }

    @Test
    func `what a standby never heard of is not paid again, and lost jobs are named`() async throws {
        try await PostgresCluster.with { cluster in
            let primary = try await cluster.server("primary")
            try await Sandbox.withServer(database: primary.client) { sandbox, emulator, view in
                let ids = try await sandbox.submitSome(3)
                let standby = try await primary.standby("standby")
                try await standby.client.cutOff()
                let lost = try await sandbox.submitSome(2, from: 3)
                #expect(try await sandbox.drain() == 0)
                #expect(try await emulator.ledger().count == 5)
                try await primary.kill()
                try await standby.promote()
                try await Self.expectForgotten(
                    ids, lost, sandbox.with(standby.client), emulator)
            }
        }
    }

    @Test func `a server put back to before payments does not pay again`() async throws {
        try await PostgresCluster.with { cluster in
            let primary = try await cluster.server("primary")
            try await Sandbox.withServer(database: primary.client) { sandbox, emulator, view in
                let ids = try await sandbox.submitSome(3)
                // A backup, and recovery from it to its end: a timeline of its own.
                let backup = try await primary.standby("backup")
                try await backup.kill()
                let lost = try await sandbox.submitSome(2, from: 3)
                #expect(try await sandbox.drain() == 0)
                try await primary.kill()
                try await backup.start()
                try await backup.promote()
                try await Self.expectForgotten(
                    ids, lost, sandbox.with(backup.client), emulator)
            }
        }
    }

    @Test func `a server recovered to a moment before payments does not pay again`() async throws {
        try await PostgresCluster.with { cluster in
            let primary = try await cluster.server("primary")
            try await Sandbox.withServer(database: primary.client) { sandbox, emulator, _ in
                let first = try await sandbox.submitSome(2)
                let backup = try await primary.backup("backup")
                let later = try await sandbox.submitSome(1, from: 2)
                try await primary.nameState("before")
                let lost = try await sandbox.submitSome(2, from: 3)
                #expect(try await sandbox.drain() == 0)
                try await primary.kill()
                try await backup.recover(to: "before", from: primary)
                try await Self.expectForgotten(
                    first + later, lost, sandbox.with(backup.client), emulator)
            }
        }
    }

    @Test func `a copied folder of a server, on the same timeline, does not pay again`()
        async throws
    {
        try await PostgresCluster.with { cluster in
            let primary = try await cluster.server("primary")
            try await Sandbox.withServer(database: primary.client) { sandbox, emulator, _ in
                _ = try await sandbox.submitSome(3)
                try await primary.kill()
                let copy = try primary.copy("copy")
                try await primary.start()
                #expect(try await sandbox.drain() == 0)
                try await primary.kill()
                try await copy.start()
                let restored = sandbox.with(copy.client)
                _ = try await restored.run("drain")
                // The fences stop what nothing else can notice; what was paid for is there.
                #expect(try await emulator.ledger().count == 3)
                #expect(
                    try await restored.jobs().map(\.state) == [
                        "succeeded", "succeeded", "succeeded",
                    ])
            }
        }
    }

    @Test func `two servers that both take writes pay for no job twice`() async throws {
        try await PostgresCluster.with { cluster in
            let old = try await cluster.server("old")
            try await Sandbox.withServer(database: old.client) { sandbox, emulator, view in
                _ = try await sandbox.submitSome(6)
                let new = try await old.standby("new")
                try await new.client.cutOff()
                try await new.promote()
                let other = try sandbox.onAnotherMachine("other").with(new.client)
                async let first = sandbox.run("drain", "--concurrency", "2")
                async let second = other.run("drain", "--concurrency", "2")
                _ = try await (first, second)
                for each in [sandbox, other] { _ = try await each.run("drain") }
                let asked = try await emulator.ledger().compactMap(\.requestID)
                    .map { $0.prefix { $0 != "-" } }
                #expect(asked.count == 6)
                #expect(Set(asked).count == 6)
                // The new server learns what was paid by the old one, and nothing of its own is lost.
                let before = try await new.client.run(Self.charges)
                try await new.client.run("UPDATE meta SET incarnation = 'of another server'")
                #expect(try await other.drain() == 0)
                let after = try await new.client.run(Self.charges)
                #expect(
                    Set(after.split(separator: "\n")).isSuperset(of: before.split(separator: "\n")))
                #expect(
                    try await other.jobs().allSatisfy {
                        ["succeeded", "uncertain"].contains($0.state)
                    })
            }
        }
    }

    /// Expects that a server that forgot the payments for some jobs, and other jobs altogether, learns of both.
    private static func expectForgotten(
        _ ids: [String], _ lost: [String], _ sandbox: Sandbox, _ emulator: EmulatorProcess
    ) async throws {
        let drain = try await sandbox.run("drain", "--log-level", "info")
        let line = try #require(
            drain.errors.split(separator: "\n").first { $0.contains(Self.learned) },
            "\(drain.errors)")
        for id in ids + lost { #expect(line.contains(id)) }
        #expect(try await emulator.ledger().count == ids.count + lost.count)
        let jobs = try await sandbox.jobs()
        #expect(Set(jobs.map(\.id)) == Set(ids))
        // Their headshots are there.
        #expect(jobs.allSatisfy { $0.state == "succeeded" }, "\(jobs)")
        try await sandbox.expectPromises(printed: ids, emulator)
    }

    /// What a log says of a server that had forgotten something.
    static let learned = "the queue's server had forgotten payments"
    /// What a queue knows of its paid requests.
    private static let charges =
        "SELECT id, job, state, cost FROM charge WHERE state = 'paid' ORDER BY id"
}

extension PostgresClient {
    /// Ends a standby's connection to the server that it follows, for good.
    fileprivate func cutOff() async throws {
        try await run("ALTER SYSTEM SET primary_conninfo = ''; SELECT pg_reload_conf()")
        try await wait(for: "SELECT count(*) = 0 FROM pg_stat_wal_receiver")
    }
}

extension Sandbox {
    /// The same with its queue on another server.
    fileprivate func with(_ database: PostgresClient) -> Sandbox {
        var other = self
        other.variables[Self.queueVariable] = database.url
        return other
    }

    /// Submits photos for one headshot each, and returns the ids.
    func submitSome(_ count: Int, from first: Int = 0, person: String = "anna") async throws
        -> [String]
    {
        try await submit(
            (first..<first + count).map { try photo(seed: $0) } + ["--person", person])
    }
}
