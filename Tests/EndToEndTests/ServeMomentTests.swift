import Foundation
import TestSupport
import Testing

/// Small wins as the app that writes them down sees them.
@Suite(.timeLimit(.minutes(10)))
struct ServeMomentTests {
    private static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"

    private func withJournal(
        _ body: (ServerProcess, String, Sandbox) async throws -> Void
    ) async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "journal", "--preset", "great", "--scope", "operate")
            try await ServerProcess.with(sandbox) { server in try await body(server, token, sandbox)
            }
        }
    }

    private func write(
        _ server: ServerProcess, _ token: String, _ json: [String: Any], person: String = anna
    ) async throws -> ServerProcess.Answer {
        let body = String(
            decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
        return try await server.post("/v1/moments", body, token: token, person: person)
    }

    private func praise(_ answer: ServerProcess.Answer) throws -> [String: Any] {
        try #require(try answer.json["praise"] as? [String: Any], "\(answer.text)")
    }

    private func pools(_ sandbox: Sandbox) async throws -> [String: Any] {
        let words = try await sandbox.run("space", "words", "journal").output
        let json = try JSONSerialization.jsonObject(with: Data(words.utf8)) as? [String: Any]
        return try #require(json?["moments"] as? [String: Any])
    }

    @Test func `twenty posts of one moment at once make one, with one praise`() async throws {
        try await withJournal { server, token, _ in
            let answers = try await withThrowingTaskGroup(of: ServerProcess.Answer.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await write(
                            server, token, ["client_id": "walk", "text": "Took a short walk"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 201 } == 1)
            #expect(answers.count { $0.status == 200 } == 19)
            #expect(Set(answers.map(\.text)).count == 1)
            let list = try await server.send(
                "GET", "/v1/moments", token: token, person: Self.anna)
            #expect((try list.json["moments"] as? [Any])?.count == 1)
            let other = try await write(server, token, ["client_id": "walk", "text": "Ran"])
            #expect(try other.problem == "key_reused")
        }
    }

    @Test func `a day's praises are all different, and blank words are fine`() async throws {
        try await withJournal { server, token, sandbox in
            let pool = try #require(try await pools(sandbox)["praise"] as? [String])
            var said: Set<String> = []
            for number in 0..<pool.count {
                let answer = try await write(
                    server, token,
                    ["client_id": "\(number)", "text": number.isMultiple(of: 2) ? "  " : "Gym"])
                #expect(answer.status == 201)
                #expect(try (answer.json["text"] == nil) == number.isMultiple(of: 2))
                said.insert(try #require(try praise(answer)["text"] as? String))
            }
            #expect(said == Set(pool))
        }
    }

    private func help(_ praise: [String: Any]) throws -> (text: String, calls: [String]) {
        let help = try #require(praise["help"] as? [String: Any], "\(praise)")
        let numbers = try #require(help["numbers"] as? [[String: Any]])
        return (try #require(help["text"] as? String), numbers.compactMap { $0["call"] as? String })
    }

    @Test func `danger gets help in its language, and an unknown language no cheer`() async throws {
        try await withJournal { server, token, sandbox in
            let pools = try await pools(sandbox)
            let cheers = try #require(pools["praise"] as? [String])
            var helps: Set<String> = []
            var thanks: Set<String> = []
            for (number, text) in [
                "I want to be dead", "Ich mag nicht mehr leben", "quiero morir", "je veux mourir",
            ].enumerated() {
                let said = try praise(
                    try await write(
                        server, token, ["client_id": "\(number)", "text": text, "mood": "great"]))
                #expect(said["tone"] as? String == "crisis")
                helps.insert(try help(said).text)
                thanks.insert(try #require(said["text"] as? String))
            }
            #expect(helps.count == 4)
            #expect(thanks.count == 4 && thanks.isDisjoint(with: cheers))
            for text in ["Ölmek istiyorum", "死にたい", "Poszłam na spacer"] {
                let said = try praise(
                    try await write(server, token, ["client_id": UUID().uuidString, "text": text]))
                #expect(said["tone"] as? String == "neutral")
                #expect(said["text"] as? String == pools["neutral"] as? String)
                #expect(try !help(said).text.isEmpty)
            }
            // The day is not called calm.
            let days = try await server.send("GET", "/v1/days", token: token, person: Self.anna)
            let day = try #require((try days.json["days"] as? [[String: Any]])?.first)
            #expect(day["label"] == nil)
            #expect(day["emoji"] == nil)
        }
    }

    /// A moment of each tone, the pool of its lines, and whether help stands beside them.
    private static let tones: [(tone: String, text: String, pool: String?, hasHelp: Bool)] = [
        ("crisis", "I want to be dead", nil, true),
        ("neutral", "Ölmek istiyorum", "neutral", true),
        ("gentle", "Cried all day", "gentle", false),
        ("recovery", "40 days without self harm", "recovery", true),
        ("cheer", "Took a short walk", "praise", false),
    ]

    @Test func `each moment names its tone on every route, with a line of the tone and its help`()
        async throws
    {
        try await withJournal { server, token, sandbox in
            let pools = try await pools(sandbox)
            let all = ["praise", "gentle", "recovery"].flatMap { pools[$0] as? [String] ?? [] }
            func lines(_ pool: String) -> [String] {
                pools[pool] as? [String] ?? [pools[pool] as? String].compactMap(\.self)
            }
            for (tone, text, pool, hasHelp) in Self.tones {
                let answer = try await write(server, token, ["client_id": tone, "text": text])
                let id = try #require(try answer.json["id"] as? String)
                let one = try await server.send(
                    "GET", "/v1/moments/\(id)", token: token, person: Self.anna)
                #expect(one.text == answer.text)
                let said = try praise(answer)
                #expect(said["tone"] as? String == tone)
                #expect((said["help"] != nil) == hasHelp, "\(said)")
                let line = try #require(said["text"] as? String)
                #expect(pool.map { lines($0).contains(line) } ?? !all.contains(line), "\(said)")
            }
            let list = try await server.send("GET", "/v1/moments", token: token, person: Self.anna)
            let told = try #require(try list.json["moments"] as? [[String: Any]]).map { moment in
                let praise = moment["praise"] as? [String: Any]
                #expect(praise?["tone"] as? String == moment["client_id"] as? String)
                return praise?["help"] != nil
            }
            #expect(told.count { $0 } == Self.tones.count { $0.hasHelp })
            let export = try await server.send(
                "GET", "/v1/me/export", token: token, person: Self.anna)
            let exported = try #require(try export.json["moments"] as? [[String: Any]])
            #expect(exported.count == Self.tones.count)
        }
    }

    @Test func `beyond a limit, a person who may be in danger gets the reply, and nothing is kept`()
        async throws
    {
        try await withJournal { server, token, sandbox in
            let set = try await sandbox.run("space", "set", "journal", "--limit", "moments=1")
            #expect(set.exit == .status(0), "\(set.errors)")
            for (number, (text, status)) in [
                ("Gym", 201), ("Gym", 429), ("I want to be dead", 200),
                ("I want to disappear", 200),
                ("Cried all day", 429),
            ].enumerated() {
                let answer = try await write(
                    server, token, ["client_id": "\(number)", "text": text])
                #expect(answer.status == status, "\(text): \(answer.text)")
                if status == 200 { _ = try help(try praise(answer)) }
            }
            let list = try await server.send(
                "GET", "/v1/moments", token: token, person: Self.anna)
            #expect((try list.json["moments"] as? [Any])?.count == 1)
        }
    }

    @Test func `help is that of the country which a person has set, in the language of the words`()
        async throws
    {
        try await withJournal { server, token, _ in
            func set(_ country: String) async throws -> ServerProcess.Answer {
                try await server.send(
                    "PATCH", "/v1/me", token: token, person: Self.anna,
                    body: Data(#"{"country":\#(country)}"#.utf8))
            }
            func told() async throws -> (text: String, calls: [String]) {
                let list = try await server.send(
                    "GET", "/v1/moments", token: token, person: Self.anna)
                let moment = try #require((try list.json["moments"] as? [[String: Any]])?.first)
                return try help(try #require(moment["praise"] as? [String: Any]))
            }
            let written = try praise(
                try await write(server, token, ["client_id": "a", "text": "Ich will sterben"]))
            let general = try help(written)
            #expect(general.calls.isEmpty)

            var calls: Set<[String]> = []
            var texts: Set<String> = [general.text]
            for country in ["DE", "AT", "US"] {
                let me = try await set("\"\(country)\"")
                #expect(me.status == 200, "\(me.text)")
                let wishes = try #require(try me.json["wishes"] as? [String: Any])
                #expect(wishes["country"] as? String == country)
                // Also beside what was written before.
                let help = try await told()
                #expect(help.calls.count > 1)
                calls.insert(help.calls)
                texts.insert(help.text)
                // The number to call in an emergency is in the sentence, too.
                #expect(help.calls.last.map(help.text.contains) == true, "\(help)")
            }
            #expect(calls.count == 3 && texts.count == 4)

            // A country that the table does not list has the general line.
            #expect(try await set("\"AQ\"").status == 200)
            #expect(try await told().text == general.text)
            #expect(try await set("\"US\"").status == 200)
            for wrong in ["\"us\"", "\"ZZ\"", "\"USA\"", "\"\"", "\"150\"", "49"] {
                #expect(try await set(wrong).problem == "malformed", "\(wrong)")
            }
            #expect(try await told().calls.isEmpty == false)
            let back = try await set("null")
            #expect(try (back.json["wishes"] as? [String: Any])?["country"] == nil)
            #expect(try await told().text == general.text)
        }
    }

    @Test func `an operator's table of help takes the place of ours, and is checked`() async throws
    {
        try await withJournal { server, token, sandbox in
            let printed = try await sandbox.run("space", "words", "journal").output
            let file = "\(sandbox.folder)/words.json"
            func set(_ country: String, checked: String) async throws -> ProgramResult {
                var words = try #require(
                    try JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String: Any])
                let service = [
                    "name": "The Line", "call": "020 202020", "source": "https://example.com",
                    "checked": checked,
                ]
                words["help"] = [
                    "countries": [country: ["emergency": ["199"], "services": [service]]],
                    "lines": [
                        "en": [
                            "known": "Talk to {service}, or call {emergency}.",
                            "general": "Call somebody.", "emergency": "Help", "or": "or",
                        ]
                    ],
                ]
                try JSONSerialization.data(withJSONObject: words).write(to: URL(filePath: file))
                return try await sandbox.run("space", "set", "journal", "--words", file)
            }
            let refused = try await set("se", checked: "2999-01-01")
            #expect(refused.exit == .status(78))
            #expect(refused.errors.contains("help.countries.se"))
            #expect(try await set("SE", checked: "2999-01-01").exit == .status(0))
            _ = try await server.send(
                "PATCH", "/v1/me", token: token, person: Self.anna,
                body: Data(#"{"country":"SE"}"#.utf8))
            let said = try praise(
                try await write(server, token, ["client_id": "a", "text": "I want to be dead"]))
            let help = try help(said)
            #expect(help.calls == ["020 202020", "199"])
            #expect(help.text.contains("The Line") && help.text.contains("199"))

            // A table that was not looked at for a year is a warning alone.
            for (checked, isOld) in [("2999-01-01", false), ("2020-01-01", true)] {
                #expect(try await set("SE", checked: checked).exit == .status(0))
                let check = try await sandbox.run("space", "check", "journal")
                #expect(check.exit == .status(0))
                #expect(check.output.contains("help: warning:") == isOld)
                let json = try await sandbox.run("space", "check", "journal", "--json").output
                let told = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
                #expect((told?["problems"] as? [Any])?.isEmpty == true)
                let warnings = told?["warnings"] as? [[String: Any]]
                #expect(warnings?.map { $0["place"] as? String } == (isOld ? ["help"] : []))
            }
        }
    }

    @Test func `the journey is told by the day on which things happened where the person was`()
        async throws
    {
        try await withJournal { server, token, _ in
            for (id, at, zone, text) in [
                ("a", "2026-11-20T23:30:00Z", "Europe/Berlin", "Late tea"),
                ("b", "2026-11-20T12:00:00Z", "Europe/Berlin", "Called a friend"),
                ("c", "2026-11-21T08:00:00Z", "Europe/Berlin", "Made dinner"),
            ] {
                let answer = try await write(
                    server, token,
                    [
                        "client_id": id, "text": text, "happened_at": at, "time_zone": zone,
                        "submitted_at": "2026-11-21T09:00:00Z", "photo_count": 2,
                    ])
                #expect(answer.status == 201, "\(answer.text)")
            }
            let days = try await server.send(
                "GET", "/v1/days?limit=1", token: token, person: Self.anna)
            let first = try #require((try days.json["days"] as? [[String: Any]])?.first)
            #expect(first["day"] as? String == "2026-11-21")
            #expect(first["count"] as? Int == 2)
            #expect(first["moments"] as? [String] == ["Late tea", "Made dinner"])
            let next = try #require(try days.json["next"] as? String)
            let rest = try await server.send(
                "GET", "/v1/days?after=\(next)", token: token, person: Self.anna)
            let second = try #require((try rest.json["days"] as? [[String: Any]])?.first)
            #expect(second["day"] as? String == "2026-11-20")

            let list = try await server.send(
                "GET", "/v1/moments?day=2026-11-21", token: token, person: Self.anna)
            let moments = try #require(try list.json["moments"] as? [[String: Any]])
            #expect(moments.map { $0["client_id"] as? String } == ["c", "a"])
            #expect(moments.map { $0["time_ago"] as? Int } == [3600, 34200])

            let path = "/v1/moments/\(try #require(moments[0]["id"] as? String))"
            let liked = try await server.send(
                "PATCH", path, token: token, person: Self.anna,
                body: Data(#"{"favourite":true}"#.utf8))
            #expect(try liked.json["favourite"] as? Bool == true)
            let favourites = try await server.send(
                "GET", "/v1/moments?favourite=true", token: token, person: Self.anna)
            #expect((try favourites.json["moments"] as? [Any])?.count == 1)
            let others = try await server.send(
                "GET", "/v1/moments?favourite=false", token: token, person: Self.anna)
            let left = try #require(try others.json["moments"] as? [[String: Any]])
            #expect(left.contains { $0["client_id"] as? String == "a" })
            #expect(!left.contains { $0["id"] as? String == moments[0]["id"] as? String })
            let unclear = try await server.send(
                "GET", "/v1/moments?favourite=1", token: token, person: Self.anna)
            #expect(unclear.status == 400)
            let theirs = try await server.send("DELETE", path, token: token, person: "b")
            #expect(theirs.status == 404)
            let removed = try await server.send("DELETE", path, token: token, person: Self.anna)
            #expect(removed.status == 204)
            let gone = try await server.send("GET", path, token: token, person: Self.anna)
            #expect(gone.status == 404)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"client_id":"a b"}"#, #"{"client_id":"a","mood":"meh"}"#,
        #"{"client_id":"a","photo_count":-1}"#, #"{"client_id":"a","time_zone":"Mars"}"#,
        #"{"client_id":"a","happened_at":"2999-01-01T00:00:00Z"}"#, #"["a"]"#,
        #"{"client_id":"a","happened_at":"yesterday"}"#,
        #"{"client_id":"a","happened_at":"2024-01-01T12:99:00Z"}"#,
        #"{"client_id":"a","happened_at":"2024-02-31T12:00:00Z"}"#,
    ])
    func `what is no moment is refused, and nothing is kept of it`(body: String) async throws {
        try await withJournal { server, token, _ in
            let answer = try await server.post(
                "/v1/moments", body, token: token, person: Self.anna)
            #expect(try answer.problem == "malformed")
            if body.contains("happened_at") {
                #expect(try (answer.json["detail"] as? String)?.contains("'happened_at'") == true)
            }
            let list = try await server.send(
                "GET", "/v1/moments", token: token, person: Self.anna)
            #expect((try list.json["moments"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `the first words are offered once, and again to who came back as a stranger`()
        async throws
    {
        try await withJournal { server, token, sandbox in
            func isOffered() async throws -> Bool {
                let me = try await server.send("GET", "/v1/me", token: token, person: Self.anna)
                return try me.json["first_log"] != nil
            }
            #expect(try await isOffered())
            let text = "A secret that only I know"
            _ = try await write(server, token, ["client_id": "a", "text": text])
            #expect(try await !isOffered())

            let exported = try await sandbox.run(
                "people", "export", Self.anna, "\(sandbox.folder)/anna", "--space", "journal")
            #expect(exported.exit == .status(0), "\(exported.errors)")
            let file = try String(
                contentsOfFile: "\(sandbox.folder)/anna/person.json", encoding: .utf8)
            #expect(file.contains(text))

            let left = try await server.send("DELETE", "/v1/me", token: token, person: Self.anna)
            #expect(left.status == 204)
            #expect(try await isOffered())
            let files = try await sandbox.shell(
                "grep -rl 'secret that only' \(sandbox.home) || true")
            #expect(files.output.isEmpty)
        }
    }

    @Test func `nothing of a journal says "streak", and its routes do not exist`() async throws {
        try await withJournal { server, token, _ in
            _ = try await write(server, token, ["client_id": "a", "text": "Gym"])
            for path in [
                "/v1/texts?labels=true", "/v1/me", "/v1/me/export", "/v1/moments", "/v1/days",
                "/v1/metrics", "/v1/routine", "/v1/reminders", "/v1/scans",
            ] {
                let answer = try await server.send("GET", path, token: token, person: Self.anna)
                #expect(!answer.text.lowercased().contains("streak"), "\(path)")
            }
            for (method, path) in [
                ("GET", "/v1/routine"), ("PUT", "/v1/routine/water"),
                ("POST", "/v1/routine/freeze"),
                ("GET", "/v1/reminders"), ("POST", "/v1/reminders/sent"),
            ] {
                let answer = try await server.send(
                    method, path, token: token, person: Self.anna,
                    body: method == "GET" ? nil : Data("{}".utf8))
                #expect(try answer.problem == "feature_off", "\(path)")
            }
            let wish = try await server.send(
                "PATCH", "/v1/me", token: token, person: Self.anna,
                body: Data(#"{"reminders":true}"#.utf8))
            #expect(try wish.problem == "feature_off")
        }
    }
}
