import Foundation
import TestSupport
import Testing

/// Something that is done while the power may go, and what has to be true of each state of the disk.
struct PowerCut: Sendable, CustomTestStringConvertible {
    /// Something that a program has reported.
    struct Report: Sendable {
        let moment: UInt64
        let text: String
    }

    /// What is left after the power went.
    struct Rest: Sendable {
        /// The sandbox, with a service that was not asked before.
        let sandbox: Sandbox
        let emulator: EmulatorProcess
        /// What came before.
        let known: [String]
        /// What had been reported by then.
        let reports: [String]
    }

    let testDescription: String
    /// What belongs to the disk besides the home.
    var beside: Set<String> = []
    /// Comes before; the power stays.
    let prepare: @Sendable (Disk) async throws -> [String]
    /// What the power goes under.
    let act: @Sendable (Disk, _ known: [String]) async throws -> [Report]
    /// The promises that are broken in what is left.
    let broken: @Sendable (Rest) async throws -> [String]

    /// All promises that are broken after power cuts.
    func broken(_ variables: [String: String] = [:]) async throws -> [String] {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, _ in
            let disk = try Disk(of: sandbox, variables)
            defer { disk.remove() }
            let known = try await prepare(disk)
            let start = Disk.now
            let reports = try await act(disk, known)
            #expect(!reports.isEmpty)
            var found: [String] = []
            let states = try disk.states(since: start, telling: reports.map(\.moment))
            for (number, state) in states.enumerated() {
                try disk.cutPower(at: state.moment, keeping: beside)
                // What is paid for in each state is counted apart.
                try await EmulatorProcess.with { emulator in
                    try await emulator.setScenario(#"{"rules":[{"answer":"instant"}]}"#)
                    var later = sandbox
                    later.variables["GOOGLE_GEMINI_BASE_URL"] = emulator.baseURL
                    let rest = Rest(
                        sandbox: later, emulator: emulator, known: known,
                        reports: reports.filter { $0.moment < state.end }.map(\.text))
                    found += try await broken(rest).map {
                        "\(testDescription), cut \(number + 1) of \(states.count): \($0)"
                    }
                }
            }
            return found
        }
    }
}

extension PowerCut {
    static let all = [submit, serve, backup, restore, forget, prune]

    static let submit = PowerCut(
        testDescription: "submit", prepare: { _ in [] },
        act: { disk, _ in
            let command = try disk.sandbox.submission()
            let (result, told) = try await disk.run(command)
            return result.printedIDs.map { Report(moment: told, text: $0) }
        },
        broken: { rest in
            let (sandbox, emulator) = (rest.sandbox, rest.emulator)
            #expect(try await sandbox.run(sandbox.submission()).exit == .status(0))
            #expect(try await sandbox.drain() == 0)
            return try await sandbox.brokenPromises(printed: rest.reports, emulator)
        })

    /// What an app has handed in, by the paths under which the server shows it.
    static let serve = PowerCut(
        testDescription: "serve",
        prepare: { disk in
            let features = ["headshots", "scans", "moments"].flatMap { ["--feature", $0] }
            return [try await disk.watched().addSpace("shop", features)]
        },
        act: { disk, known in
            var reports: [Report] = []
            func took(_ path: String) { reports.append(Report(moment: Disk.now, text: path)) }
            try await ServerProcess.with(disk.watched()) { server in
                let photo = try await server.upload(
                    handedIn(), token: known[0], person: person)
                took("/v1/photos/\(photo)")
                let job = try await server.queueOne(
                    PhotoFixture.landscape(seed: 2), token: known[0], person: person)
                took("/v1/jobs/\(job)")
                let scan = try await server.send(
                    "POST", "/v1/scans", token: known[0], person: person,
                    headers: ["content-type": "image/jpeg"], body: DrawnFace.photo())
                took("/v1/scans/\(try #require(try scan.json["id"] as? String))/photo")
                let moment = try await server.post(
                    "/v1/moments", #"{"client_id":"tea","text":"Tea"}"#, token: known[0],
                    person: person)
                took("/v1/moments/\(try #require(try moment.json["id"] as? String))")
            }
            return reports
        },
        broken: { rest in
            let (sandbox, emulator) = (rest.sandbox, rest.emulator)
            var broken: [String] = []
            try await ServerProcess.with(sandbox) { server in
                for path in rest.reports {
                    let answer = try await server.send(
                        "GET", path, token: rest.known[0], person: person)
                    if answer.status != 200 { broken.append("\(path): \(answer.status)") }
                }
            }
            let photos = "\(sandbox.home)/photos"
            let kept = try FileManager.default.contentsOfDirectory(atPath: photos).filter {
                FileManager.default.contents(atPath: "\(photos)/\($0)") == (try? handedIn())
            }
            if !rest.reports.isEmpty, kept.isEmpty { broken.append("the photo is lost") }
            guard rest.reports.contains(where: { $0.hasPrefix("/v1/jobs/") }) else { return broken }
            #expect(try await sandbox.drain() == 0)
            let jobs = try await sandbox.jobs()
            if jobs.contains(where: { $0.state != "succeeded" }) {
                broken.append("the photo of an order is lost: \(jobs)")
            }
            if try await emulator.ledger().count != jobs.count { broken.append("paid for again") }
            return broken
        })

    static let backup = PowerCut(
        testDescription: "backup", beside: ["backup.sqlite"],
        prepare: { disk in try await disk.run(disk.sandbox.submission()).result.printedIDs },
        act: { disk, _ in
            [
                Report(
                    moment: try await disk.run("backup", "--queue-only", "backup.sqlite").told,
                    text: "backup")
            ]
        },
        broken: { rest in
            let sandbox = rest.sandbox
            var broken: [String] = []
            // One that was not reported may be cut short, and is refused then.
            let restored = try await sandbox.run("restore", "backup.sqlite", "--yes")
            if !rest.reports.isEmpty, restored.exit != .status(0) {
                broken.append("the backup is lost: \(restored.errors)")
            }
            #expect(try await sandbox.drain() == 0)
            return try await broken
                + sandbox.brokenPromises(printed: rest.known, rest.emulator)
        })

    static let restore = PowerCut(
        testDescription: "restore", beside: ["backup.sqlite"],
        prepare: { disk in
            let ids = try await disk.run(disk.sandbox.submission()).result.printedIDs
            _ = try await disk.run("backup", "--queue-only", "backup.sqlite")
            _ = try await disk.run("drain")
            return ids
        },
        act: { disk, _ in
            let told = try await disk.run("restore", "backup.sqlite", "--yes").told
            return [Report(moment: told, text: "restored")]
        },
        broken: { rest in
            let sandbox = rest.sandbox
            let replaced = try replacedQueues(of: sandbox)
            #expect(try await sandbox.drain() == 0)
            var broken: [String] = []
            if try await !rest.emulator.ledger().isEmpty { broken.append("paid for again") }
            // Whatever the power left of it, it can be done again.
            let again = try await sandbox.run("restore", "backup.sqlite", "--yes")
            #expect(again.exit == .status(0), "\(again)")
            let jobs = try await sandbox.jobs()
            if jobs.map(\.id) != rest.known { broken.append("a job is lost: \(jobs)") }
            if jobs.contains(where: { $0.state != "succeeded" }) {
                broken.append("a headshot is lost: \(jobs)")
            }
            guard !rest.reports.isEmpty else { return broken }
            if replaced.isEmpty { broken.append("the replaced queue is gone") }
            for queue in replaced {
                let back = try await sandbox.run("restore", queue, "--yes")
                if back.exit != .status(0) {
                    broken.append("the replaced queue is lost: \(back.errors)")
                }
            }
            return broken
        })

    static let forget = PowerCut(
        testDescription: "forget", prepare: { disk in try await twoPersons(disk) },
        act: { disk, _ in
            let told = try await disk.run("forget", "anna", "--yes").told
            return [Report(moment: told, text: "forgotten")]
        },
        broken: { rest in
            let sandbox = rest.sandbox
            var broken: [String] = []
            if !rest.reports.isEmpty {
                broken += try left(of: rest.known[0], in: sandbox)
                if try await sandbox.jobs().contains(where: { $0.person == "anna" }) {
                    broken.append("a forgotten person is back")
                }
            }
            // A headshot that went before its row could say so is named once.
            var isMissed = false
            if try await sandbox.jobs().contains(where: { $0.id == rest.known[0] }),
                let path = try await sandbox.job(rest.known[0]).result
            {
                isMissed = !FileManager.default.fileExists(atPath: path)
            }
            let again = try await sandbox.run("forget", "anna", "--yes")
            #expect(again.exit == .status(isMissed ? 1 : 0), "\(again)")
            #expect(try await sandbox.drain() == 0)
            let jobs = try await sandbox.jobs()
            if jobs.map(\.id) != [rest.known[1]] { broken.append("another's job: \(jobs)") }
            if jobs.contains(where: { $0.state != "succeeded" }) {
                broken.append("another's headshot: \(jobs)")
            }
            if try await !rest.emulator.ledger().isEmpty { broken.append("paid for again") }
            return broken
        })

    static let prune = PowerCut(
        testDescription: "prune",
        prepare: { disk in
            let ids = try await twoPersons(disk)
            try tamper(
                withQueueOf: disk.sandbox.home,
                "UPDATE job SET ended_at = 1 WHERE ended_at IS NOT NULL")
            // Its last sync includes that change.
            let waiting = try await disk.run(disk.sandbox.submission()).result.printedIDs
            return ids + waiting
        },
        act: { disk, _ in
            let command = ["prune", "--older-than", "1s", "--with-headshots"]
            return [Report(moment: try await disk.run(command).told, text: "pruned")]
        },
        broken: { rest in
            let sandbox = rest.sandbox
            var broken: [String] = []
            if !rest.reports.isEmpty {
                for job in rest.known.prefix(2) { broken += try left(of: job, in: sandbox) }
                if try await sandbox.jobs().map(\.id) != [rest.known[2]] {
                    broken.append("pruned jobs are back")
                }
            }
            #expect(try await sandbox.drain() == 0)
            let state = try await sandbox.job(rest.known[2]).state
            if state != "succeeded" { broken.append("a waiting job is lost: \(state)") }
            if try await rest.emulator.ledger().count != 1 { broken.append("paid for again") }
            return broken
        })

    private static let person = "81f3"

    /// The paths of the queues that restores have replaced.
    private static func replacedQueues(of sandbox: Sandbox) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.home)
            .filter { $0.hasPrefix("queue-replaced-") && $0.hasSuffix(".sqlite") }
            .map { "\(sandbox.home)/\($0)" }
    }

    private static func handedIn() throws -> Data { try PhotoFixture.landscape(seed: 1) }

    /// The files of a job that was removed.
    private static func left(of job: String, in sandbox: Sandbox) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: sandbox.home)
            .filter { $0.contains(job) }.map { "\($0) is back" }
    }

    /// One headshot each of anna and of bert; returns the jobs.
    private static func twoPersons(_ disk: Disk) async throws -> [String] {
        var ids: [String] = []
        for (seed, person) in ["anna", "bert"].enumerated() {
            let photo = try disk.sandbox.photo(seed: seed)
            ids += try await disk.run(
                ["submit", "--json", "--force", "--person", person, photo]
            ).result.printedIDs
        }
        _ = try await disk.run("drain")
        return ids
    }
}
