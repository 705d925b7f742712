import Foundation
import Glibc
import TestSupport
import Testing

/// No secret is printed, logged or stored, whatever the program does.
@Suite(.timeLimit(.minutes(10)))
struct PlantedSecretsTests {
    /// What has a log, and runs until it is stopped or has nothing to do.
    private static let logging: Set = ["drain", "make", "worker", "serve"]

    @Test func `no command shows or keeps a secret, in success and in failure`() async throws {
        try await PlantedSecrets.with(["HEADSHOT_LOG_LEVEL": "trace"]) { planted in
            let sandbox = planted.sandbox
            let photo = try sandbox.photo()
            let id = try #require(try await sandbox.submit([photo, "--person", "anna"]).first)
            let operands: [String: [String]] = [
                "submit": [photo, "--force"], "make": [photo, "--force"], "analyze": [photo],
                "show": [id], "watch": [id],
                "result": [id], "export": ["team"], "sheet": ["sheet.html"], "cancel": [id],
                "retry": [id, "--yes"], "resolve": [id, "--paid"], "space show": ["shop"],
                "space add": ["club"], "space set": ["shop", "--budget", "5"],
                "space words": ["shop"], "space check": ["shop"], "space token": ["shop"],
                "space rotate": ["shop", "--webhook"], "space revoke": ["club"],
                "people export": ["anna", "people"], "backup": ["backup"],
                "restore": ["backup", "--yes"], "forget": ["anna", "--yes"],
                "invite add": ["team.csv", "--space", "shop"], "invite list": ["--space", "shop"],
                "invite links": ["--all", "--space", "shop"],
                "invite revoke": ["--all", "--space", "shop"],
                "invite remind": ["--all", "--space", "shop"],
            ]
            try Data("id,name\n81f3,Ada\n".utf8)
                .write(to: URL(filePath: "\(sandbox.folder)/team.csv"))
            #expect(try await planted.run(["drain"]) == .status(0))
            let commands = try await CommandListing.commands(sandbox)
            #expect(
                Set(commands.filter { $0.command.has(option: "log-level") }.map(\.words[0]))
                    == Self.logging, "what has a log is tried at each of its levels below")
            var successes = 0
            var failures = 0
            for (index, (words, _)) in commands.enumerated() {
                if ["worker", "serve"].contains(words[0]) { continue }
                let command = words + (operands[words.joined(separator: " ")] ?? [])
                if try await planted.run(command) == .status(0) { successes += 1 }
                let failing = planted.failures[index % planted.failures.count]
                if try await planted.run(command, failing) != .status(0) { failures += 1 }
            }
            #expect(successes > 20)
            #expect(failures > 15)
            try await planted.expectNone()
        }
    }

    // The first has all that the others have.
    @Test(arguments: ["trace", "info"])
    func `no level of the log has a secret`(level: String) async throws {
        try await PlantedSecrets.with(["HEADSHOT_LOG_LEVEL": level]) { planted in
            for command in Self.logging.sorted() {
                let photos = command == "make" ? [try planted.sandbox.face()] : []
                for failing in planted.failures {
                    #expect(try await planted.run([command] + photos, failing) != .status(0))
                }
            }
            let sandbox = planted.sandbox
            _ = try await sandbox.submit([sandbox.photo()])
            #expect(try await planted.run(["drain"]) == .status(0))
            _ = try await sandbox.submit([sandbox.photo(seed: 1)])
            try await sandbox.running(["worker"]) { worker in
                try await planted.emulator.waitForRequests(atLeast: 2)
                worker.send(SIGTERM)
                try planted.record(await worker.result())
            }
            _ = try await sandbox.submit([sandbox.photo(seed: 2), "--provider", "openai"])
            try await ServerProcess.with(sandbox, "--work") { server in
                try await planted.emulator.waitForRequests(atLeast: 3)
                for token in [planted.token, "hs_shop_\(planted.token.suffix(42))x"] {
                    let answer = try await server.send("GET", "/v1/styles", token: token)
                    try planted.record("\(answer.response)\n\(answer.text)")
                }
                let metrics = try await server.send("GET", "/metrics", at: server.admin)
                #expect(metrics.status == 200)
                try planted.record(metrics.text)
                server.program.send(SIGTERM)
                try planted.record(await server.program.result())
            }
            try await planted.expectNone()
        }
    }

    @Test(arguments: ["answerArrived", "answerSpooled"])
    func `a process that is killed leaves no secret behind`(point: String) async throws {
        try await PlantedSecrets.with(["HEADSHOT_LOG_LEVEL": "trace"]) { planted in
            _ = try await planted.sandbox.submitOne()
            let exit = try await planted.run(["drain"], ["HEADSHOT_CRASH_POINT": point])
            #expect(exit == .signal(SIGKILL))
            try await planted.expectNone()
        }
    }

    @Test(
        .needs("a kernel that lets a program's parent read its memory") {
            await ProcessMemory.canBeRead()
        })
    func `no secret is in the memory of a decoder, nor of its process that has a picture`()
        async throws
    {
        try await PlantedSecrets.with { planted in
            let sandbox = planted.sandbox
            let photo = try PhotoFixture.jpeg(width: 1600, height: 1200, noise: 30)
            try photo.write(to: URL(filePath: "\(sandbox.folder)/photo.jpg"))
            for person in 0..<10 {
                _ = try await sandbox.submit(["photo.jpg", "--person", "\(person)"])
            }
            try await sandbox.running(["worker"]) { worker in
                // Decoders get all of a photo's pixels as the file has them.
                let pixels = photo.dropFirst(photo.count / 2).prefix(64)
                var busy: (decoder: pid_t, child: pid_t)?
                while busy == nil {
                    let decoders = ProcessTable.children(of: worker.processID)
                    for decoder in decoders {
                        for child in ProcessTable.children(of: decoder) where busy == nil {
                            kill(child, SIGSTOP)
                            defer { kill(child, SIGCONT) }
                            // It may have ended by now.
                            guard let image = try? planted.record(memoryOf: child, as: "child"),
                                try ProcessMemory.holds(image, Data(pixels))
                            else { continue }
                            busy = (decoder, child)
                        }
                    }
                    await Task.yield()
                }
                let decoder = try #require(busy).decoder
                let image = try planted.record(memoryOf: decoder, as: "decoder")
                // The paths of its libraries are there, as its worker's keys are in the worker's memory.
                let own = Data("/libvips.so.".utf8)
                for path in [image, "\(sandbox.folder)/printed/child"] {
                    #expect(try ProcessMemory.holds(path, own), "\(path)")
                }
                let other = try planted.record(
                    memoryOf: worker.processID, as: "worker", withSecrets: true)
                #expect(try await planted.hasSecret(other))
                worker.send(SIGTERM)
                try planted.record(await worker.result())
            }
            try await planted.expectNone()
        }
    }

    /// Answers with the key of the request in all their fields: a status, and the body with a place for the key.
    private static let echoes = [
        (
            200,
            #"{"candidates":[{"content":{"parts":[{"text":"KEY"}]},"finishReason":"KEY"}],"modelVersion":"KEY","responseId":"KEY"}"#
        ),
        (200, #"{"error":{"message":"KEY"},"KEY":1}"#), (200, "<html><title>KEY</title></html>"),
        (
            400,
            #"{"error":{"code":400,"status":"KEY","message":"KEY","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"KEY"}]}}"#
        ),
        (403, "<html><title>KEY</title></html>"), (503, "KEY"),
    ]

    @Test(arguments: echoes)
    func `a key that the service repeats is kept nowhere`(
        status: Int, body: String
    ) async throws {
        try await PlantedSecrets.with(["HEADSHOT_LOG_LEVEL": "trace"]) { planted in
            let key = try #require(planted.secrets["gemini"])
            let coded = try #require(
                key.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let escaped = key.unicodeScalars
                .map { "\\u00\(String($0.value, radix: 16))" }.joined()
            let sandbox = planted.sandbox
            let rarer = [
                key.utf8.map { "&#\($0);" }.joined(),
                key.utf8.map { "%25" + String($0, radix: 16) }.joined(),
                key.utf8.map { String($0, radix: 16) }.joined(),
                Data("user:\(key)".utf8).base64EncodedString(),
            ].joined(separator: ",")
            let forms = [key, escaped, coded, Data(key.utf8).base64EncodedString(), rarer]
            for (seed, form) in forms.enumerated() {
                let rule: [String: Any] = [
                    "answer": "custom", "status": status,
                    "body": body.replacing("KEY", with: form), "headers": ["x-request-id": form],
                ]
                let scenario = try JSONSerialization.data(withJSONObject: ["rules": [rule]])
                try await planted.emulator.setScenario(String(decoding: scenario, as: UTF8.self))
                _ = try await sandbox.submit([sandbox.photo(seed: seed)])
                #expect(
                    try await planted.run(["drain", "--model", Sandbox.model]) != .status(0))
                try await planted.run(["gate", "show", "--json"])
                try await planted.run(["gate", "clear"])
            }
            for id in try await sandbox.jobs().map(\.id) {
                try await planted.run(["show", id, "--json"])
            }
            try await planted.expectNone()
        }
    }

    @Test func `a webhook delivers no secret, in its headers and its body`() async throws {
        let taken: [ScriptedServer.Step] = [
            .readRequest, .write(ScriptedServer.answer(204, Data())),
        ]
        let receiver = try ScriptedServer(taken, taken)
        try await PlantedSecrets.with(
            ["HEADSHOT_LOG_LEVEL": "trace"], webhook: "\(receiver.url)/hook"
        ) { planted in
            let key = try #require(planted.secrets["gemini"])
            let sandbox = planted.sandbox
            let rules = [
                #"{"answer":"instant"}"#,
                #"{"answer":"custom","status":200,"body":"{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\#(key)\"}]},\"finishReason\":\"\#(key)\"}]}"}"#,
            ]
            for (seed, rule) in rules.enumerated() {
                try await planted.emulator.setScenario(#"{"rules":[\#(rule)]}"#)
                _ = try await sandbox.submit([
                    sandbox.photo(seed: seed), "--space", "shop", "--person", "81f3",
                ])
                try await planted.run(["drain", "--model", Sandbox.model])
            }
            let states = try await sandbox.jobs().map(\.state)
            #expect(Set(states) == ["succeeded", "failed"])
            try await ServerProcess.with(sandbox) { server in
                try await receiver.wait(forClosed: 0)
                try await receiver.wait(forClosed: 1)
                server.program.send(SIGTERM)
                try planted.record(await server.program.result())
            }
            #expect(receiver.requests.count == 2)
            for request in receiver.requests {
                let text = String(decoding: request, as: UTF8.self)
                #expect(text.contains("webhook-signature: v1,") && text.contains(#""data":{"#))
                try planted.record(text)
            }
            try await planted.expectNone()
        }
    }

    /// Settings and options with a key where none belongs.
    private static let misplaced = [
        ("GOOGLE_GEMINI_BASE_URL", "https://service.invalid/?key=KEY"),
        ("GOOGLE_GEMINI_BASE_URL", "https://service.invalid#KEY"),
        ("GOOGLE_GEMINI_BASE_URL", "KEY"), ("OPENAI_BASE_URL", "https://service.invalid/v1?KEY"),
        ("AWS_ENDPOINT_URL", "https://service.invalid?key=KEY"),
        ("AWS_ENDPOINT_URL", "https://service.invalid/#KEY"), ("HEADSHOT_STORE", "s3://tests?KEY"),
        ("HEADSHOT_STORE", "KEY"), ("HEADSHOT_API_KEY_FILE", "KEY"),
        ("HEADSHOT_OPENAI_API_KEY_FILE", "KEY"), ("HEADSHOT_STORE_KEY_FILE", "KEY"),
        ("HEADSHOT_QUEUE_PASSWORD_FILE", "KEY"), ("HEADSHOT_PROVIDER", "KEY"),
        ("HEADSHOT_TIME_ZONE", "KEY"), ("HEADSHOT_DAILY_CAP", "KEY"),
        ("HEADSHOT_MAX_SPEND_PER_DAY", "'KEY'"), ("HEADSHOT_CONCURRENCY", "4,KEY"),
        ("HEADSHOT_LOG_LEVEL", "KEY"), ("HEADSHOT_OPENAI_MODEL", "KEY"),
        ("HEADSHOT_OPENAI_WORDS_MODEL", "KEY"), ("HEADSHOT_MODEL", "KEY"),
        ("HEADSHOT_DECODER", "KEY"), ("HEADSHOT_DECODER", "KEY"),
        ("HEADSHOT_CONFIG", "KEY"), ("HEADSHOT_HOME", "KEY"), ("HEADSHOT_RESULTS", "KEY"),
        ("HEADSHOT_PROMPTS", "KEY"), ("HEADSHOT_MODELS", "KEY"), ("HEADSHOT_HOSTS", "KEY"),
        ("HEADSHOT_DESK_HEADER", "KEY"), ("GOOGLE_GEMINI_BASE_URL", "https://KEY"),
        ("GOOGLE_GEMINI_BASE_URL", "https://user%3AKEY%40service.invalid"),
        ("GOOGLE_GEMINI_BASE_URL", "https://user:KEY"),
        ("OPENAI_BASE_URL", "https://user:KEY%40service.invalid"),
        ("AWS_ENDPOINT_URL", "https://user:KEY@\u{301}service.invalid"),
        ("AWS_ENDPOINT_URL", "https://service.invalid?\u{301}KEY"),
        ("AWS_ENDPOINT_URL", "https://user%3AKEY%40service.invalid"),
        ("HEADSHOT_STORE", "s3://user:KEY@\u{301}tests"), ("HEADSHOT_STORE", "s3://KEY"),
        ("HEADSHOT_TIME_ZONE", "postgres://user:KEY@db1/queue"),
    ]

    /// Command lines with a key where something else belongs.
    private static let misplacedArguments = [
        ["KEY"], ["drain", "KEY"], ["drain", "-kKEY"], ["drain", "--KEY"],
        ["GEMINI=KEY", "drain"],
        ["config", "GEMINI=KEY"], ["gate", "clear", "KEY"], ["show", "KEY"],
        ["list", "--reason", "KEY"],
        ["drain", "--isolation", "KEY"], ["drain", "--log-level", "KEY"],
        ["drain", "--max-time", "KEY"],
        ["drain", "--daily-cap", "KEY"], ["restore", "https://user:KEY@service.invalid/"],
        ["restore", "KEY"], ["serve", "--listen", "http://user:KEY@service.invalid"],
    ]

    /// Lines of a settings file that have a key alone.
    private static let misplacedLines = [
        "KEY", "KEY=", "KEY==", "OPENAI_API_KEY:KEY=", "GEMINI_API_KEY \"KEY\"=",
    ]

    @Test func `a key in an address or in place of a file's name is not repeated`() async throws {
        try await PlantedSecrets.with { planted in
            let key = "sk-planted-0123456789-abcdef"
            let own = planted.adding(key)
            for (index, (name, value)) in Self.misplaced.enumerated() {
                for command in ["config", index.isMultiple(of: 2) ? "doctor" : "drain"] {
                    try await own.run([command], [name: value.replacing("KEY", with: key)])
                }
            }
            let settings = "\(own.sandbox.folder)/keys/misplaced.conf"
            for line in Self.misplacedLines {
                try Data(line.replacing("KEY", with: key).utf8)
                    .write(to: URL(filePath: settings))
                #expect(try await own.run(["config", "--config", settings]) == .status(78))
            }
            #expect(try await own.run(["config", "--config", key]) == .status(78))
            for arguments in Self.misplacedArguments {
                let typed = arguments.map { $0.replacing("KEY", with: key) }
                #expect(try await own.run(typed) != .status(0), "\(arguments)")
                #expect(try await own.run(typed + ["--json"]) != .status(0), "\(arguments)")
            }
            for hook in ["https://user:\(key)@service.invalid/", "https://service.invalid#\(key)"] {
                for command in ["add", "set"] {
                    let exit = try await own.run(["space", command, "shop", "--webhook", hook])
                    #expect(exit == .status(64))
                }
            }
            try await own.expectNone()
        }
    }

    @Test func `a password in the address of a server is not repeated`() async throws {
        try await PlantedSecrets.with { planted in
            let password = "planted-servers-password"
            let own = planted.adding(password)
            for address in [
                "http://user:\(password)@127.0.0.1:9", "http://user:/\(password)@127.0.0.1:9",
                "http://user:x?\(password)@127.0.0.1:9", "http://127.0.0.1:9/?key=\(password)",
                "user:\(password)@127.0.0.1:9", "http://user%3A\(password)%40127.0.0.1:9",
                "http://user:\(password)", "http://user:\(password)@\u{301}127.0.0.1:9",
                "http://user:\(password)%40127.0.0.1",
            ] {
                for options in [[], ["--json"]] {
                    let exit = try await own.run(["health", "--url", address] + options)
                    #expect(exit == .status(1))
                }
            }
            for place in [
                "anna:\(password)@127.0.0.1:9/q", "anna:/\(password)@127.0.0.1:9",
                "anna:12/\(password)@127.0.0.1:9", "anna:12?\(password)@127.0.0.1:9/q",
                "anna@127.0.0.1:9/q&password=\(password)",
                "anna@127.0.0.1:9/q;password=\(password)", "anna%3A\(password)%40127.0.0.1:9/q",
                "anna%3A\(password)@/q?host=/nowhere", "127.0.0.1:9/q?user=anna:\(password)",
                "anna:\(password)@\u{301}127.0.0.1:9/q",
                "127.0.0.1:9/q\u{D4E}?password=\(password)",
                "127.0.0.1:9/q?\(password)", "127.0.0.1:9/q?sslmode=disable;password=\(password)",
            ] {
                for command in ["status", "doctor", "config"] {
                    try await own.run([command], ["HEADSHOT_QUEUE": "postgres://\(place)"])
                }
            }
            try await own.expectNone()
        }
    }

    @Test func `a password that a server of queues repeats is not shown`() async throws {
        try await PlantedSecrets.with { planted in
            let password = "planted-servers-password"
            let own = planted.adding(password)
            let file = "\(own.sandbox.folder)/keys/servers-password"
            try Data(password.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            func message(_ kind: String, _ body: Data) -> Data {
                let size = Data((0..<4).map { UInt8((body.count + 4) >> (24 - 8 * $0) & 0xFF) })
                return Data(kind.utf8) + size + body
            }
            let asks = message("R", Data([0, 0, 0, 3]))
            for code in ["28P01", "57P03", "XX000"] {
                let fields = "SFATAL\0C\(code)\0Mno user has '\(password)'\0DIt is \(password).\0\0"
                let refuses = message("E", Data(fields.utf8))
                for command in [["status"], ["doctor"], ["drain"], ["status", "--json"]] {
                    let script: [ScriptedServer.Step] = [
                        .read(8), .write(asks + refuses), .awaitClose,
                    ]
                    let server = try ScriptedServer(scripts: Array(repeating: script, count: 20))
                    let queue = "postgres://anna@127.0.0.1:\(server.port)/q?sslmode=disable"
                    let exit = try await own.run(
                        command,
                        [
                            "HEADSHOT_HOME": "\(own.sandbox.folder)/elsewhere",
                            "HEADSHOT_QUEUE": queue, "HEADSHOT_QUEUE_PASSWORD_FILE": file,
                        ])
                    #expect(exit != .status(0), "\(code) \(command)")
                    #expect(!server.log.isEmpty)
                }
            }
            try await own.expectNone()
        }
    }

    @Test(arguments: [
        "http://user:PASSWORD/x@127.0.0.1:9", "http://user:PASSWORD#x@127.0.0.1:9",
        "http://user:x@PASSWORD@127.0.0.1:9", "http://user:PASSWORD@127.0.0.1:99999",
        "user:PASSWORD/x@127.0.0.1:9", "nonsense://user:PASSWORD@127.0.0.1:9",
        // libcurl takes what is before the slash for the host.
        "http://PASSWORD.localhost/x@127.0.0.1:9", "http://user:PASSWORD@127.0.0.1:9",
    ])
    func `a proxy's password is shown and kept nowhere, however it is written`(
        proxy: String
    ) async throws {
        try await PlantedSecrets.with { planted in
            let password = "planted-proxys-password"
            var sandbox = planted.sandbox
            _ = try await sandbox.submitOne()
            let variables = [
                "https_proxy": proxy.replacing("PASSWORD", with: password),
                "GOOGLE_GEMINI_BASE_URL": "https://service.invalid", "HEADSHOT_LOG_LEVEL": "trace",
            ]
            sandbox.variables.merge(variables) { $1 }
            let own = PlantedSecrets(
                sandbox: sandbox, emulator: planted.emulator, token: planted.token,
                secrets: planted.secrets.merging(["own proxy": password]) { $1 })
            #expect(try await own.run(["drain", "--model", Sandbox.model]) != .status(0))
            #expect(try await planted.emulator.ledger().isEmpty)
            for command in [["gate", "show"], ["gate", "show", "--json"], ["status"], ["doctor"]] {
                try await own.run(command)
            }
            try await own.expectNone()
        }
    }
}

extension CommandListing.Command {
    fileprivate func has(option name: String) -> Bool {
        arguments?.contains { $0.names?.contains { $0.name == name } == true } == true
    }
}
