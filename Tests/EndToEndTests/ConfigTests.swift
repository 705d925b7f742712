import Foundation
import TestSupport
import Testing

/// The settings file as an operator meets it.
@Suite(.timeLimit(.minutes(10)))
struct ConfigTests {
    private func write(_ text: String, in sandbox: Sandbox) throws -> String {
        let path = "\(sandbox.folder)/headshot.conf"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// A value for each setting that is not the usual one.
    private static let values: [(name: String, value: String)] = [
        ("HEADSHOT_PROVIDER", "openai"), ("HEADSHOT_BACKDROP", "own"),
        ("HEADSHOT_MODEL", "gemini-2.5-flash-image"), ("HEADSHOT_OPENAI_MODEL", "gpt-image-1-mini"),
        ("HEADSHOT_WORDS_MODEL", "gemini-3.5-flash-lite"),
        ("HEADSHOT_OPENAI_WORDS_MODEL", "gpt-6-luna"),
        ("HEADSHOT_DAILY_CAP", "7"), ("HEADSHOT_TIME_ZONE", "Asia/Tokyo"),
        ("HEADSHOT_PROMPTS", "/srv/prompts"), ("HEADSHOT_MODELS", "none"),
        ("HEADSHOT_RESULTS", "/srv/results"), ("HEADSHOT_CONCURRENCY", "9"),
        ("HEADSHOT_MAX_ATTEMPTS", "2"), ("HEADSHOT_REQUEST_TIMEOUT", "30"),
        ("HEADSHOT_ISOLATION", "required"), ("HEADSHOT_MAX_JOBS", "3"),
        ("HEADSHOT_KEEP_JOBS", "90d"), ("HEADSHOT_KEEP_PHOTOS", "7d"),
        ("HEADSHOT_KEEP_HEADSHOTS", "1y"), ("HEADSHOT_MAX_TIME", "90s"),
        ("HEADSHOT_LOG_LEVEL", "debug"),
        ("HEADSHOT_LOG_FORMAT", "json"), ("HEADSHOT_WAIT", "1"),
        ("HEADSHOT_LISTEN", "127.0.0.1:9000"), ("HEADSHOT_ADMIN", "127.0.0.1:9100"),
        ("HEADSHOT_HOSTS", "a.example, b.example"), ("HEADSHOT_BEHIND_PROXY", "10.0.0.0/8"),
        ("HEADSHOT_WORK", "1"), ("HEADSHOT_HOME", "/srv/headshot"),
        ("HEADSHOT_API_KEY_FILE", "/srv/key"), ("HEADSHOT_OPENAI_API_KEY_FILE", "/srv/other"),
        ("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:1"),
        ("OPENAI_BASE_URL", "http://127.0.0.1:2/v1"),
    ]

    private func settings(
        _ sandbox: Sandbox, _ options: String...
    ) async throws -> [String: [String: Any]] {
        let run = try await sandbox.run(["config", "--json"] + options)
        #expect(run.exit == .status(0), "\(run.errors)")
        let answer = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let list = try #require(answer["settings"] as? [[String: Any]])
        return Dictionary(
            list.map { ($0["name"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `each setting of the file holds, and a variable counts before it`() async throws {
        try await Sandbox.offline { sandbox in
            var plain = sandbox
            plain.variables = plain.variables.filter { name, _ in
                !name.hasPrefix("HEADSHOT_") && !name.hasSuffix("_BASE_URL")
            }
            let lines = Self.values.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
            let file = try write("# settings\n\(lines)\n", in: sandbox)
            let told = try await settings(plain, "--config", file)
            for (index, (name, value)) in Self.values.enumerated() {
                #expect(told[name]?["value"] as? String == value, "\(name)")
                #expect(told[name]?["source"] as? String == "file", "\(name)")
                #expect(told[name]?["line"] as? Int == index + 2)
            }
            plain.variables["HEADSHOT_CONFIG"] = file
            plain.variables["HEADSHOT_DAILY_CAP"] = "4"
            let other = try await settings(plain)
            #expect(other["HEADSHOT_DAILY_CAP"]?["value"] as? String == "4")
            #expect(other["HEADSHOT_DAILY_CAP"]?["source"] as? String == "environment")
            #expect(other["HEADSHOT_DAILY_CAP"]?["line"] == nil)
        }
    }

    @Test func `keys are told as set, and what is not set as usual`() async throws {
        try await Sandbox.offline { sandbox in
            let keys = ["GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"]
            let secret = "a-secret-key"
            let file = try write(
                keys.map { "\($0)=\(secret)" }.joined(separator: "\n"), in: sandbox)
            let shown = try await sandbox.run("config", "--config", file)
            #expect(!shown.output.contains(secret))
            let told = try await settings(sandbox, "--config", file)
            for key in keys { #expect(told[key]?["value"] as? String == "set") }
            #expect(told["HEADSHOT_CONCURRENCY"]?["source"] as? String == "default")
            #expect(told["HEADSHOT_CONCURRENCY"]?["value"] is String)
            // The queue keeps the limits that are not set.
            #expect(told["HEADSHOT_DAILY_CAP"]?["source"] as? String == "default")
            #expect(told["HEADSHOT_DAILY_CAP"]?["value"] == nil)
        }
    }

    private static let wrong: [(line: String, words: String)] = [
        ("HEADSHOT_DALY_CAP=3", "HEADSHOT_DAILY_CAP"), ("HEADSHOT_DAILY_CAP=many", "1 or more"),
        ("HEADSHOT_LISTEN=here", "an address"), ("HEADSHOT_LOG_FORMAT=xml", "journal"),
        ("HEADSHOT_TIME_ZONE=Mars", "Europe/Berlin"), ("HEADSHOT_WORK=yes", "1 or nothing"),
        ("HEADSHOT_MAX_TIME=long", "90s"), ("OPENAI_BASE_URL=ftp://x", "ftp://x"),
        ("HEADSHOT_ISOLATION=none", "required"), ("HEADSHOT_MODEL=gpt-image-2", "openai"),
        ("just words", "="),
    ]

    @Test(arguments: wrong.indices)
    func `a wrong line ends every command with 78, and names file and line`(
        index: Int
    ) async throws {
        let (line, words) = Self.wrong[index]
        try await Sandbox.offline { sandbox in
            let file = try write("# first\n\(line)\n", in: sandbox)
            for command in [["config", "--check"], ["list"], ["drain"], ["serve"], ["prompts"]] {
                let run = try await sandbox.run(command + ["--config", file])
                #expect(run.exit == .status(78), "\(command): \(run.errors)")
                #expect(run.errors.contains("\(file), line 2: "), "\(run.errors)")
                #expect(run.errors.contains(words), "\(run.errors)")
                #expect(run.output.isEmpty)
            }
        }
    }

    @Test func `work is done by a file alone, and the user's own file is found`() async throws {
        try await Sandbox.offline { sandbox in
            var plain = sandbox
            plain.variables = plain.variables.filter { !$0.key.hasPrefix("HEADSHOT_HOME") }
            let folder = "\(sandbox.folder)/dot"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/headshot", withIntermediateDirectories: true)
            try Data("HEADSHOT_HOME=\(sandbox.folder)/queue\nHEADSHOT_PROVIDER=local\n".utf8)
                .write(to: URL(filePath: "\(folder)/headshot/headshot.conf"))
            plain.variables["XDG_CONFIG_HOME"] = folder
            let photo = "\(sandbox.folder)/me.jpg"
            try DrawnFace.photo().write(to: URL(filePath: photo))
            let submitted = try await plain.run("submit", photo)
            #expect(submitted.exit == .status(0), "\(submitted.errors)")
            #expect(try await plain.run("drain").exit == .status(0))
            let results = try FileManager.default.contentsOfDirectory(
                atPath: "\(sandbox.folder)/queue/results")
            #expect(results.contains { $0.hasSuffix(".jpg") })
        }
    }

    @Test func `doctor names the settings file, and each file by which others can read a key`()
        async throws
    {
        try await Sandbox.offline { sandbox in
            let settings = try write("GEMINI_API_KEY=\(Sandbox.key)\n", in: sandbox)
            let key = "\(sandbox.folder)/openai.key"
            try Data("sk-0123456789\n".utf8).write(to: URL(filePath: key))
            var plain = sandbox
            plain.variables["GEMINI_API_KEY"] = nil
            plain.variables["HEADSHOT_OPENAI_API_KEY_FILE"] = key
            for (rights, isOpen) in [(0o600, false), (0o644, true)] {
                for file in [settings, key] {
                    try FileManager.default.setAttributes(
                        [.posixPermissions: rights], ofItemAtPath: file)
                }
                let doctor = try await plain.run("doctor", "--offline", "--config", settings)
                #expect(doctor.output.contains("chmod o-rwx \(settings) \(key)") == isOpen)
                #expect(doctor.output.contains(settings))
                #expect(!doctor.output.contains(Sandbox.key))
            }
        }
    }
}
