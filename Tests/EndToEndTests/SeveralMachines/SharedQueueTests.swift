import Foundation
import TestSupport
import Testing

/// Several workers of one queue and one store, each with a home of its own.
extension SeveralMachinesTests {
    @Test func `two workers share the jobs, send each once, and keep the caps`() async throws {
        try await Sandbox.withServer(rule: #"{"answer":"hold"}"#) { sandbox, emulator, view in
            let other = try sandbox.onAnotherMachine("other")
            let arguments = ["worker", "--daily-cap", "7", "--concurrency", "2"]
            var ids: [String] = []
            let made = try await sandbox.running(arguments) { first in
                try await other.running(arguments) { second in
                    let workers = [first, second]
                    for worker in workers { _ = try await worker.waitForErrors("worker started") }
                    for person in 0..<5 {
                        ids += try await sandbox.submitSome(
                            8, from: 8 * person, person: "person-\(person)")
                    }
                    // Neither can have more than two.
                    try await emulator.waitForRequests(atLeast: 4)
                    try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
                    try await emulator.release()
                    try await view.database.wait(
                        for: """
                            SELECT count(*) FILTER (WHERE state = 'succeeded') = 35
                                OR bool_or(state NOT IN ('waiting', 'running', 'succeeded'))
                            FROM job
                            """)
                    var shares: [Int] = []
                    for worker in workers {
                        worker.send(SIGTERM)
                        let result = try await worker.result()
                        #expect(result.exit == .status(0), "\(result.errors)")
                        shares.append(
                            result.errors.split(separator: "\n")
                                .count { $0.contains("job succeeded") })
                    }
                    return shares
                }
            }
            let states = try await sandbox.jobs().map(\.state)
            #expect(states.count { $0 == "succeeded" } == 35, "\(states)")
            #expect(made.reduce(0, +) == 35)
            #expect(made.allSatisfy { $0 > 0 }, "\(made)")
            #expect(try await emulator.ledger().count == 35)
            try await other.expectPromises(printed: ids, emulator, cap: 7, mayWait: true)
        }
    }

    @Test func `drains keep house in a queue on a server, however short they are`() async throws {
        try await Sandbox.withServer { sandbox, _, view in
            _ = try await sandbox.submitSome(3, from: 0)
            #expect(try await sandbox.drain() == 0)
            let sums = ["job_count", "provider_sum", "day_sum", "person_sum", "space_sum"]
            let new =
                sums.map { "(SELECT count(*) FROM \($0) WHERE NOT is_folded)" }
                .joined(separator: " + ")
            let old = "(SELECT count(*) FROM latest_write WHERE at < now() - interval '1 day')"
            try await view.database.run("UPDATE latest_write SET at = at - interval '2 days'")
            #expect(try await view.database.run("SELECT \(new) > 0 AND \(old) > 0") == "t")
            #expect(try await sandbox.drain() == 0)
            #expect(try await view.database.run("SELECT \(new)") == "0")
            #expect(try await view.database.run("SELECT \(old)") == "0")
            #expect(
                try await view.database.run("SELECT sum(jobs) FROM job_count") == "3")
        }
    }

    @Test func `a killed worker's jobs are taken back within two seconds, again and again`()
        async throws
    {
        try await Sandbox.withServer(rule: #"{"answer":"hold"}"#) { sandbox, emulator, view in
            var times: [Duration] = []
            func pass(_ machine: Sandbox, _ worker: RunningProgram, left: Int) async throws {
                let id = try #require(try await sandbox.submitSome(1, from: left).first)
                try await view.database.wait(
                    for: "SELECT count(*) = 1 FROM job WHERE state = 'running'")
                try await emulator.waitForRequests(atLeast: 4 - left)
                let next = try sandbox.onAnotherMachine("machine-\(left)")
                try await next.running(["worker"]) { heir in
                    _ = try await heir.waitForErrors("worker started")
                    let clock = ContinuousClock()
                    worker.kill()
                    let killed = clock.now
                    try await view.database.wait(
                        for: "SELECT count(*) = 0 FROM job WHERE state = 'running'")
                    times.append(clock.now - killed)
                    _ = try await heir.waitForErrors(id)
                    if left > 1 { try await pass(next, heir, left: left - 1) }
                }
            }
            try await sandbox.running(["worker"]) { worker in
                try await pass(sandbox, worker, left: 3)
            }
            #expect(times.count == 3)
            // The median: a busy machine may stop any of these programs for a moment.
            #expect(try #require(times.sorted().dropFirst().first) < .seconds(2), "\(times)")
            #expect(
                try await sandbox.jobs().map(\.state) == ["uncertain", "uncertain", "uncertain"])
        }
    }

    @Test func `of two drains at once, on two machines, one works and the other says so`()
        async throws
    {
        try await Sandbox.withServer(rule: #"{"answer":"hold"}"#) { sandbox, emulator, _ in
            let id = try await sandbox.submitOne()
            try await sandbox.running(["drain"]) { drain in
                try await emulator.waitForRequests(atLeast: 1)
                let other = try sandbox.onAnotherMachine("other")
                _ = try await other.expect(0, "drain", words: "Another drain is at work")
                try await emulator.release()
                #expect(try await drain.waitForExit() == .status(0))
            }
            #expect(try await sandbox.job(id).state == "succeeded")
        }
    }

    @Test(arguments: [-86_400, -3_600, 3_600, 86_400])
    func `a machine whose clock is wrong counts by the server's day, and claims nothing early`(
        ahead: Int
    ) async throws {
        try await Sandbox.withServer { sandbox, emulator, view in
            let clock = try ClockInHand(in: sandbox)
            try clock.set(ahead: ahead)
            // Where it is the first hour of a day, so that each of these clocks shows another day, or nearly.
            let hour = try #require(
                Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour)
            let zone = "Etc/GMT" + (hour < 12 ? "+\(hour)" : "-\(24 - hour)")
            let limits = ["--daily-cap", "2", "--time-zone", zone]
            let ids = try await sandbox.submitSome(3)
            let later = try await sandbox.submit([
                sandbox.photo(seed: 3), "--person", "bella", "--not-before",
                (Date() + 1800).formatted(.iso8601),
            ])
            let wrong = try await clock.given(to: sandbox)
            for machine in [wrong, sandbox] {
                let drain = try await machine.run(["drain"] + limits)
                // One waits for the next day.
                #expect(drain.exit == .status(75), "\(drain)")
            }
            #expect(try await emulator.ledger().count == 2)
            let days = try await view.database.run("SELECT DISTINCT day FROM charge")
            let today = try await view.database.run(
                "SELECT to_char(clock_timestamp() AT TIME ZONE '\(zone)', 'YYYY-MM-DD')")
            #expect(days == today)
            try await sandbox.expectPromises(
                printed: ids + later, emulator, cap: 2, mayWait: true)
        }
    }
}
