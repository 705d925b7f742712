import Foundation
import TestSupport
import Testing

/// A sandbox with a secret wherever the program reads one, and all that its programs have printed.
struct PlantedSecrets: Sendable {
    let sandbox: Sandbox
    let emulator: EmulatorProcess
    /// A token with which a server acts in the space `shop`.
    let token: String
    /// By where they are.
    let secrets: [String: String]

    /// Where the secrets lie that are in files.
    private var keys: String { "\(sandbox.folder)/keys" }

    /// Plants them for as long as `body` runs, in a home with a space that has a webhook and a store's token.
    static func with(
        _ variables: [String: String] = [:], webhook: String = "http://127.0.0.1:9/hook",
        _ body: (PlantedSecrets) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            var planted = sandbox
            var secrets: [String: String] = [:]
            for name in [
                "gemini", "google", "openai", "access", "secret", "session", "proxy", "password",
                "database", "credential",
            ] {
                secrets[name] = "planted-\(name)-7f/3+Q0"
            }
            func secret(_ name: String) throws -> String { try #require(secrets[name]) }
            let keys = "\(sandbox.folder)/keys"
            for folder in [keys, "\(sandbox.folder)/printed"] {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: false)
            }
            func write(_ text: String, to name: String) throws -> String {
                try Data("\(text)\n".utf8).write(to: URL(filePath: "\(keys)/\(name)"))
                return "\(keys)/\(name)"
            }
            for name in ["gemini-api-key", "postgres-password"] {
                _ = try write(secret("credential"), to: name)
            }
            let proxyPassword = try #require(
                try secret("proxy").addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            planted.variables.merge([
                "GEMINI_API_KEY": try secret("gemini"),
                "HEADSHOT_CONFIG": try write(
                    "GOOGLE_API_KEY=\(secret("google"))", to: "headshot.conf"),
                "HEADSHOT_OPENAI_API_KEY_FILE": try write(secret("openai"), to: "openai"),
                "OPENAI_BASE_URL": "\(emulator.baseURL)/v1",
                "AWS_ACCESS_KEY_ID": try secret("access"),
                "AWS_SECRET_ACCESS_KEY": try secret("secret"),
                "AWS_SESSION_TOKEN": try secret("session"),
                "https_proxy": "http://user:\(proxyPassword)@127.0.0.1:9",
                "HEADSHOT_QUEUE_PASSWORD_FILE": try write(secret("database"), to: "database"),
                "PGPASSWORD": try secret("password"), "CREDENTIALS_DIRECTORY": keys,
            ]) { $1 }
            planted.variables.merge(variables) { $1 }
            let added = try await planted.addSpace(
                "shop", "--webhook", webhook, "--scope", "read")
            let token = try #require(added.firstMatch(of: /hs_shop_\S+/)).output
            secrets["token"] = String(token)
            secrets["webhook"] = try String(#require(added.firstMatch(of: /whsec_(\S+)/)).1)
            let store = try await planted.expect(0, "space", "token", "shop", "--kind", "store")
            secrets["store"] = try String(#require(store.firstMatch(of: /hs_shop_\S+/)).output)
            let serveKey = try Data(contentsOf: URL(filePath: "\(sandbox.home)/serve.key"))
            secrets["serve.key"] = serveKey.base64EncodedString()
            try await body(
                PlantedSecrets(
                    sandbox: planted, emulator: emulator, token: String(token), secrets: secrets))
        }
    }

    /// Variables with which most commands fail, each with a secret where a person may have put it.
    var failures: [[String: String]] {
        let key = secrets["gemini"] ?? ""
        let password = secrets["password"] ?? ""
        return [
            ["HEADSHOT_HOME": "/proc/none"],
            ["HEADSHOT_QUEUE": "postgres://anna:\(password)@127.0.0.1:9/queue"],
            ["HEADSHOT_TIME_ZONE": "Mars", "GEMINI_API_KEY": "\"\(key)\""],
            ["HEADSHOT_DAILY_CAP": "x", "GOOGLE_GEMINI_BASE_URL": "https://me:\(key)@127.0.0.1"],
            ["HEADSHOT_STORE": "s3://bucket", "AWS_ENDPOINT_URL": "https://\(password)@127.0.0.1"],
        ]
    }

    /// The same with one more secret.
    func adding(_ secret: String) -> PlantedSecrets {
        PlantedSecrets(
            sandbox: sandbox, emulator: emulator, token: token,
            secrets: secrets.merging(["own": secret]) { $1 })
    }

    /// Runs a command to its end, and keeps what it printed.
    @discardableResult
    func run(
        _ arguments: [String], _ variables: [String: String] = [:]
    ) async throws -> ProgramExit {
        var own = sandbox
        own.variables.merge(variables) { $1 }
        let result = try await own.run(arguments)
        try record(result)
        return result.exit
    }

    /// Keeps what a program printed.
    func record(_ result: ProgramResult) throws { try record("\(result.output)\n\(result.errors)") }

    /// Keeps a text that was shown.
    func record(_ text: String) throws {
        try Data(text.utf8)
            .write(to: URL(filePath: "\(sandbox.folder)/printed/\(UUID().uuidString)"))
    }

    /// Writes a process's memory to where no secret may be, or among what holds them; returns the path.
    func record(memoryOf process: Int32, as name: String, withSecrets: Bool = false) throws
        -> String
    {
        let path = withSecrets ? "\(keys)/\(name)" : "\(sandbox.folder)/printed/\(name)"
        try ProcessMemory.write(of: process, to: path)
        return path
    }

    /// Expects no secret, in no form, in what was printed and in all files but those that hold the secrets.
    func expectNone(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await hasSecret("\(keys)/openai"), sourceLocation: sourceLocation)
        let found = try await search(["-ra", "--exclude-dir=keys", sandbox.folder])
        #expect(found.exit == .status(1), "\(found.output)", sourceLocation: sourceLocation)
    }

    /// Whether a secret is in a file, in any form.
    func hasSecret(_ path: String) async throws -> Bool {
        try await search(["-aq", path]).exit == .status(0)
    }

    /// Runs `grep` with the forms of all secrets.
    private func search(_ options: [String]) async throws -> ProgramResult {
        let forms = secrets.values.flatMap(Self.forms).joined(separator: "\n")
        let patterns = "\(keys)/patterns"
        try Data(forms.utf8).write(to: URL(filePath: patterns))
        return try await Program(path: "/usr/bin/grep").run(["-F", "-f", patterns] + options)
    }

    /// A secret as it is, in percent encoding (also twice), in the entities of HTML, in hexadecimal digits, and in base64 wherever it begins in the bytes.
    private static func forms(_ secret: String) -> [String] {
        let bytes = Data(secret.utf8)
        let digits = bytes.map { String(Int($0) + 0x100, radix: 16).dropFirst() }
        var forms = [secret, secret.replacing("/", with: "\\/"), digits.joined()]
        forms.append(digits.map { "%\($0)" }.joined())
        forms.append(digits.map { "%\($0.uppercased())" }.joined())
        forms.append(digits.map { "%25\($0)" }.joined())
        forms.append(bytes.map { "&#\($0);" }.joined())
        for allowed in [CharacterSet.alphanumerics, .urlPathAllowed, .urlUserAllowed] {
            guard let coded = secret.addingPercentEncoding(withAllowedCharacters: allowed) else {
                continue
            }
            forms.append(coded)
            forms.append(coded.replacing(/%../) { $0.output.lowercased() })
        }
        for shift in 0..<3 {
            let coded = (Data(count: shift) + bytes).base64EncodedString()
            // Without what its neighbours change.
            let own = String(coded.dropFirst(shift == 0 ? 0 : shift + 1).dropLast(4))
            forms.append(own)
            forms.append(own.replacing("+", with: "-").replacing("/", with: "_"))
        }
        return forms
    }
}
