import Foundation
import TestSupport
import Testing

/// Rows with whole numbers that no program of ours wrote, in each column that has some.
///
/// The columns are those that the queue's file lists, so a new one is tried too.
@Suite(.timeLimit(.minutes(10)))
struct StoredColumnTests {
    @Test(.thorough)
    func `no number that a column can hold ends a command or the server by a fault`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            // Nothing can be sent, and the day is that of the rows.
            sandbox.variables["GEMINI_API_KEY"] = nil
            sandbox.variables["TZ"] = "UTC"
            let home = try await FullHome(sandbox)
            let (columns, empty) = try numberColumns(inQueueOf: sandbox.home)
            // A new table needs a statement that fills it.
            #expect(empty.isEmpty, "These tables have no row: \(empty)")
            #expect(columns.count > 100)

            let usual = try await home.ends(of: home.probes, [], 0)
            for ending in usual where ending.probe.isCommand {
                #expect(ending.end == .done, "\(ending.probe)")
            }
            let probes = usual.filter { $0.end == .done }.map(\.probe)
            // What is refused anyway shows nothing.
            let refused = usual.filter { $0.end != .done }
            #expect(probes.count > 45, "\(refused)")

            let rounds = Self.rounds(of: columns)
            let next = Observed(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        while true {
                            let index = next.next()
                            guard index < rounds.count else { return }
                            let round = rounds[index]
                            _ = try await Self.examine(round.columns, round.number, probes, home)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// The columns that are tried together, and with which number; those of one table are apart, as far as possible.
    private static func rounds(
        of columns: [NumberColumn]
    ) -> [(columns: [NumberColumn], number: Int)] {
        var rounds: [(columns: [NumberColumn], number: Int)] = []
        for number in [Int.max, Int.min] {
            for part in 0..<parts {
                let places = columns.indices.filter { $0 % parts == part }
                rounds.append((columns: places.map { columns[$0] }, number: number))
            }
        }
        return rounds
    }

    /// Tries everything with a number in some columns; returns whether something had a fault.
    ///
    /// A column that makes something refuse hides what the others do, so they are tried apart; and so a fault is told of one
    /// column, unless it takes several.
    private static func examine(
        _ columns: [NumberColumn], _ number: Int, _ probes: [Probe], _ home: FullHome
    ) async throws -> Bool {
        let ends = try await home.ends(of: probes, columns, number)
        let hidden = ends.filter { $0.end.isFault || $0.end == .refused && !$0.probe.isSlow }
        guard !hidden.isEmpty else { return false }
        if columns.count > 1 {
            let middle = columns.count / 2
            var isNamed = false
            for part in [columns[..<middle], columns[middle...]] {
                let hasFault = try await examine(Array(part), number, hidden.map(\.probe), home)
                isNamed = isNamed || hasFault
            }
            if isNamed { return true }
        }
        let faults = hidden.filter(\.end.isFault)
        for fault in faults { Issue.record("\(columns) = \(number): \(fault)") }
        return !faults.isEmpty
    }

    /// Into so many parts the columns are dealt: few are quick, and in many few columns hide others.
    private static let parts = 6
}

/// A command, or a request to the server.
private enum Probe: Equatable, Sendable {
    /// "HOME" in its arguments stands for the home's path.
    case command([String])
    case request(Request)

    struct Request: Equatable, Sendable {
        let method: String
        let path: String
        var body = ""
        /// Whether it names the person.
        var isOfPerson = false
    }

    var isCommand: Bool {
        if case .command = self { true } else { false }
    }

    /// Whether it takes long; what such a one refuses hides little.
    var isSlow: Bool { FullHome.slow.contains(self) }
}

/// How a command or a request ended.
private struct Ending: Sendable {
    enum End: Equatable, Sendable {
        case done
        /// With a status, and a sentence that says why.
        case refused
        /// By a signal, or with nothing that says why.
        case fault(String)

        var isFault: Bool { self != .done && self != .refused }
    }

    let probe: Probe
    let end: End
}

/// A home whose queue has a row in each table with numbers, and what reads them.
private struct FullHome: Sendable {
    let probes: [Probe]
    private let sandbox: Sandbox
    private let token: String

    private static let anna = GlowApp.anna

    static let slow: [Probe] = [
        .command(["submit", "photo-1.jpg", "--provider", "local", "--force"]),
        .command(["submit", "photo-2.jpg", "--provider", "gemini", "--force"]),
        .command(["drain"]), .command(["doctor", "--offline"]),
    ]

    init(_ sandbox: Sandbox) async throws {
        let features = [
            "headshots", "scans", "quiz", "profile", "tips", "celebrity", "coach", "live",
            "moments", "routine", "reminders",
        ]
        var options = ["--preset", "glowup", "--provider", "gemini", "--budget", "5"]
        for feature in features { options += ["--feature", feature] }
        for scope in ["submit", "read", "operate"] { options += ["--scope", scope] }
        let token = try await sandbox.addSpace("glow", options)
        let photos = try (0...2).map { try sandbox.photo(seed: $0) }
        _ = try await sandbox.submit(
            [photos[0], "--provider", "local", "--not-before", "2099-01-01T00:00:00Z"])
        var ids: [String: String] = [:]
        var paths: [String] = []
        try await ServerProcess.with(sandbox) { server in
            ids = try await Self.fill(GlowApp(sandbox: sandbox, server: server, token: token))
            let document = try await server.send("GET", "/v1/openapi.json").json
            let routes = try #require(document["paths"] as? [String: [String: Any]])
            paths = routes.filter { $0.value["get"] != nil }.keys.sorted()
        }
        _ = try await sandbox.run("drain")
        let job = try #require(ids["jobs"])
        #expect(try await sandbox.job(job).state == "succeeded")
        try await sandbox.tamper(Self.rows)
        // Writes the payments journal.
        _ = try await sandbox.expect(0, "status")
        let commands = [
            ["status"], ["list", "--json"], ["show", job, "--json"], ["watch", job], ["usage"],
            ["usage", "--space", "glow"], ["gate"], ["space", "list"], ["space", "show", "glow"],
            ["metrics"], ["queue", "limits"], ["invite", "list", "--space", "glow"],
            ["people", "export", Self.anna, "HOME/export", "--space", "glow"],
        ]
        probes = Self.requests(paths, ids) + commands.map { Probe.command($0) } + Self.slow
        self.sandbox = sandbox
        self.token = token
    }

    /// Has the person do one thing of each sort; returns the things' names, by the folders of their paths.
    private static func fill(_ app: GlowApp) async throws -> [String: String] {
        func send(
            _ method: String, _ path: String, _ json: String
        ) async throws -> [String: Any] {
            let answer = try await app.server.send(
                method, path, token: app.token, person: anna,
                headers: ["content-type": "application/json"], body: Data(json.utf8))
            #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
            return try answer.json
        }
        var ids: [String: String] = [:]
        _ = try await send("PATCH", "/v1/me", #"{"reminders":true,"time_zone":"Europe/Berlin"}"#)
        try await app.pay()
        ids["scans"] = try await app.scan()["id"] as? String
        let upload = try await app.server.upload(
            DrawnFace.photo(), token: app.token, person: anna)
        ids["photos"] = upload
        let ordered = try await send("POST", "/v1/jobs", order(of: upload, "front-professional"))
        ids["jobs"] = (ordered["jobs"] as? [[String: Any]])?.first?["id"] as? String
        let moment = try await send(
            "POST", "/v1/moments", #"{"client_id":"m-1","text":"I had tea."}"#)
        ids["moments"] = moment["id"] as? String
        let tip = try #require(try await app.tips("short").first?["id"] as? String)
        _ = try await app.complete(tip, true)
        let routine = try await app.send("GET", "/v1/routine").json
        let tasks = try #require(routine["tasks"] as? [[String: Any]])
        for task in tasks.compactMap({ $0["id"] as? String }) {
            _ = try await send("PUT", "/v1/routine/\(task)", #"{"completed":true}"#)
            ids["routine"] = task
        }
        let freeze = try await app.server.post(
            "/v1/people/\(anna)/freezes", #"{"id":"sorry"}"#, token: app.token)
        #expect(freeze.status == 204, "\(freeze.text)")
        return ids
    }

    /// An order of a headshot that is made here.
    private static func order(of photo: String, _ style: String) -> String {
        #"{"photo_id":"\#(photo)","styles":["\#(style)"],"provider":"local","force":true}"#
    }

    /// What reads, by the server's document, of the person and of the space; and what writes depending on stored numbers.
    private static func requests(_ paths: [String], _ ids: [String: String]) -> [Probe] {
        var read = ["/v1/tips?type=short", "/v1/tips?type=short&completed=true"]
        for path in paths where path.hasPrefix("/v1/") {
            let isEndless = path.hasSuffix("/events")
            if isEndless || path == "/v1/tips" || path == "/v1/openapi.json" { continue }
            if !path.contains("{") {
                read.append(path)
            } else if let id = ids[String(path.split(separator: "/")[1])] {
                read.append(path.replacing("{id}", with: id))
            }
        }
        let written = [
            Probe.Request(
                method: "POST", path: "/v1/estimates",
                body: #"{"photos":3,"styles":["front-professional"]}"#, isOfPerson: true),
            Probe.Request(
                method: "POST", path: "/v1/jobs",
                body: order(of: ids["photos"] ?? "", "front-casual"), isOfPerson: true),
            Probe.Request(
                method: "POST", path: "/v1/moments",
                body: #"{"client_id":"m-2","text":"I had tea again."}"#, isOfPerson: true),
            Probe.Request(
                method: "PUT", path: "/v1/routine/\(ids["routine"] ?? "")",
                body: #"{"completed":false}"#, isOfPerson: true),
        ]
        let ofPerson = read.map { Probe.Request(method: "GET", path: $0, isOfPerson: true) }
        let ofSpace = (read + ["/metrics", "/healthz"]).map {
            Probe.Request(method: "GET", path: $0)
        }
        return (ofPerson + written + ofSpace).map { Probe.request($0) }
    }

    /// Tries commands and requests in a copy of the home, in which some columns have a number.
    func ends(
        of probes: [Probe], _ columns: [NumberColumn], _ number: Int
    ) async throws -> [Ending] {
        let home = "\(sandbox.folder)/\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: sandbox.home, toPath: home)
        defer { try? FileManager.default.removeItem(atPath: home) }
        try damage(columns, with: number, inQueueOf: home)
        var own = sandbox
        own.variables["HEADSHOT_HOME"] = home
        var ends: [Ending] = []
        if probes.contains(where: { !$0.isCommand }) {
            ends = try await answers(to: probes.filter { !$0.isCommand }, own)
        }
        for probe in probes {
            guard case .command(let words) = probe else { continue }
            let result = try await own.run(words.map { $0.replacing("HOME", with: home) })
            let end: Ending.End =
                switch result.exit {
                case .signal(let signal): .fault("signal \(signal): \(result.errors.suffix(500))")
                case .status(70), .status(74): .refused
                case .status: .done
                }
            ends.append(Ending(probe: probe, end: end))
        }
        return ends
    }

    private func answers(to requests: [Probe], _ sandbox: Sandbox) async throws -> [Ending] {
        let serve = ["serve", "--listen", "127.0.0.1:0", "--isolation", "best"]
        return try await sandbox.running(serve) { (program) async throws -> [Ending] in
            var ends: [Ending] = []
            if let server = try? await ServerProcess.started(program) {
                for probe in requests {
                    guard let end = try? await outcome(of: probe, server) else { break }
                    ends.append(Ending(probe: probe, end: end))
                }
                if ends.count == requests.count { return ends }
            }
            // One that hangs ends, too.
            program.kill()
            let exit = try await program.waitForExit()
            // A queue that cannot be opened is not served.
            var last = Ending.End.refused
            if case .signal = exit {
                last = .fault("no answer, \(exit): \(program.errorsSoFar.suffix(500))")
            }
            // The others were not tried.
            for probe in requests.dropFirst(ends.count) {
                ends.append(Ending(probe: probe, end: last))
                last = .refused
            }
            return ends
        }
    }

    /// Sends a request; throws without an answer.
    private func outcome(of probe: Probe, _ server: ServerProcess) async throws -> Ending.End {
        guard case .request(let request) = probe else { return .done }
        let hasBody = !request.body.isEmpty
        let answer = try await ServerProcess.patiently {
            try await server.send(
                request.method, request.path, token: token,
                person: request.isOfPerson ? Self.anna : nil,
                headers: hasBody ? ["content-type": "application/json"] : [:],
                body: hasBody ? Data(request.body.utf8) : nil,
                at: request.path.hasPrefix("/v1/") ? nil : server.admin)
        }
        if answer.status < 400 { return .done }
        let isTold = try answer.problem != nil
        return isTold ? .refused : .fault("\(answer.status): \(answer.text.prefix(500))")
    }
}

extension FullHome {
    /// Rows of the tables that nothing above has filled; what is sent, sold or merged takes others.
    private static var rows: String {
        let now = Int(Date.now.timeIntervalSince1970 * 1000)
        let day = Date.now.formatted(Date.ISO8601FormatStyle().year().month().day())
        let (later, model) = (now + 100_000_000_000, "gemini-2.5-flash-image")
        let digest = "printf('%064d', 0)"
        let done = "FROM job WHERE id = (SELECT max(id) FROM job WHERE state = 'succeeded')"
        func charge(_ number: Int, _ state: String, cost: String) -> String {
            """
            INSERT INTO charge (
                job, kind, space, person, day, provider, model, state, estimate, bound, cost,
                started_at, settled_at, line)
            SELECT id + \(number), 'headshot', space, person, '\(day)', 'gemini', '\(model)',
                '\(state)', 39000, 60000, \(cost), \(now - 5000), \(now), \(number + 1) \(done);
            """
        }
        return """
            INSERT INTO job (
                id, kind, payload, provider, space, person, input, input_name, priority, state,
                reason, due_at, created_at, retry_of, quoted_model, quoted_price)
            SELECT (SELECT max(id) FROM job) + 1, kind, payload, 'gemini', space, person, input,
                input_name, 1, 'waiting', 'scheduled', \(later), created_at, id, '\(model)', 39000
            \(done);
            INSERT INTO job (
                id, kind, payload, provider, space, person, priority, state, reason, due_at,
                created_at, expires_at, most_a_day)
            SELECT (SELECT max(id) FROM job) + 1, 'praise', '{}', 'gemini', space, person, 0,
                'waiting', 'new', \(later), created_at, \(later), 3 \(done);
            \(charge(0, "paid", cost: "39000"))
            \(charge(1, "paid", cost: "NULL"))
            \(charge(2, "unknown", cost: "NULL"))
            UPDATE space SET webhook = 'http://127.0.0.1:9/', webhook_secret = 2,
                webhook_overlap = \(later);
            UPDATE cap SET spend = 5000000;
            INSERT INTO delivery (
                id, space, job, person, type, body, state, attempts, due_at, tried_at, last_status,
                last_failure, created_at, done_at)
            SELECT 'msg', space, id, person, 'job.succeeded', '{}', 'failed', 2, \(now), \(now), 500,
                'status', \(now), \(now) \(done);
            INSERT INTO reminder (space, person, day, kind, sent_at)
            SELECT space, person, '\(day)', 'daily', \(now) \(done);
            INSERT INTO turn (id, space, person, role, client, digest, said_at, said, job)
            SELECT 'turn', space, person, 'coach', 'f-1', \(digest), \(now),
                '{"goesToModels":true,"text":"Turn."}', id \(done);
            INSERT INTO asked (space, person, key, job, asked_at)
            SELECT space, person, 'praise/m-0', id + 9, \(now) \(done);
            INSERT INTO gate VALUES ('gemini', '', 0, 2, 0, 1, 1, '', 'open', NULL, \(now));
            INSERT INTO model VALUES ('gemini', '\(model)', 'chosen', \(now));
            INSERT OR IGNORE INTO loan (job, photo) SELECT id, input \(done);
            INSERT INTO mark VALUES (1, 1);
            INSERT INTO spent VALUES ('other', 'glow', \(later), 'storage');
            INSERT OR IGNORE INTO stored_result SELECT id, space, 10 \(done);
            INSERT OR IGNORE INTO cap_change VALUES (1, -1);
            INSERT OR IGNORE INTO upkeep VALUES ('glow', 'photos', 0, 0);
            INSERT INTO left_headshot SELECT id + 9, space, person, \(now) \(done);
            INSERT OR IGNORE INTO report (job) SELECT id \(done);
            INSERT INTO invitee
            SELECT space, person, 'Anna', '', '', '', 500000, 0, 'chosen', 'light', '', \(now), id,
                \(digest), \(now), \(later), NULL, \(now), \(now), \(now) \(done);
            INSERT INTO consent SELECT space, person, '1', \(now), \(now) \(done);
            INSERT INTO job_mark SELECT id, 'chosen' \(done);
            INSERT INTO merged SELECT space, 'before', person, \(now) \(done);
            INSERT INTO store_name SELECT space, person, 1, \(digest) \(done);
            INSERT INTO store_transfer SELECT space, \(digest), \(now), \(digest) \(done);
            INSERT INTO purchase
            SELECT space, 'purchase', \(digest), 1, 'app_store', 'month', NULL, 0, 0, 'pro',
                \(later), NULL, NULL, \(now), \(now) \(done)
            """
    }
}
