import Foundation
import Ground
import JobQueue
import TestSupport
import Testing

@testable import Setup

struct SettingsFileTests {
    /// Reads a text as a settings file.
    private func read(_ text: String) async throws -> SettingsFile {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/headshot.conf"
            try Data(text.utf8).write(to: URL(filePath: path))
            return try SettingsFile(path: path)
        }
    }

    @Test(arguments: [
        ("HEADSHOT_DAILY_CAP=3", "3"), ("  HEADSHOT_DAILY_CAP = 3  ", nil),
        ("HEADSHOT_DAILY_CAP= 3 \r", "3"), ("# HEADSHOT_DAILY_CAP=3", nil),
        ("; HEADSHOT_DAILY_CAP=3", nil), ("\n\nHEADSHOT_DAILY_CAP=3\r\n", "3"),
        ("HEADSHOT_DAILY_CAP=", nil), (#"HEADSHOT_DAILY_CAP="3""#, "3"),
        ("HEADSHOT_DAILY_CAP='3'", "3"), ("HEADSHOT_DAILY_CAP=3 # a note", "3 # a note"),
    ])
    func `a line sets what systemd would set`(text: String, value: String?) async throws {
        // systemd takes a space before the equals sign as a part of the name.
        guard !text.contains("CAP =") else {
            await #expect(throws: SetupError.self) { try await read(text) }
            return
        }
        #expect(try await read(text).settings[.dailyCap]?.value.exposed == value)
    }

    private static let faults: [(text: String, line: Int, fault: SettingsFault)] = [
        ("HEADSHOT_DALY_CAP=3", 1, .unknown("HEADSHOT_DALY_CAP", nearest: "HEADSHOT_DAILY_CAP")),
        ("\n# note\nPATH=/bin", 3, .unknown("PATH", nearest: nil)),
        ("HOME=/root", 1, .unknown("HOME", nearest: nil)),
        ("export HEADSHOT_HOME=/h", 1, .unknown("export HEADSHOT_HOME", nearest: nil)),
        ("wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY=", 1, .unknown("…", nearest: nil)),
        ("sk-planted==", 1, .unknown("…", nearest: nil)),
        ("OPENAI_API_KEY:sk-planted=", 1, .unknown("…", nearest: nil)),
        (#"GEMINI_API_KEY "sk-planted"="#, 1, .unknown("…", nearest: nil)),
        ("me:secret@host=", 1, .unknown("…", nearest: nil)),
        (
            "HEADSHOT_MAX_SPEND_PER_DAI=3", 1,
            .unknown("HEADSHOT_MAX_SPEND_PER_DAI", nearest: "HEADSHOT_MAX_SPEND_PER_DAY")
        ),
        ("HEADSHOT_HOME=/a\nHEADSHOT_HOME=/b", 2, .twice(line: 1)),
        ("HEADSHOT_HOME", 1, .noValue), ("HEADSHOT_HOME=/a\\ b", 1, .quotes),
        (#"HEADSHOT_HOME=/a"b"#, 1, .quotes), (#"HEADSHOT_HOME="/a""b""#, 1, .quotes),
    ]

    @Test(arguments: faults.indices)
    func `what it and systemd would read differently is refused with its line`(
        index: Int
    ) async throws {
        let (text, line, fault) = Self.faults[index]
        do {
            _ = try await read(text)
            Issue.record("It was read.")
        } catch SetupError.badSettings(_, let found, let problem) {
            #expect(found == line)
            if case .unknown(let name, _) = problem, case .unknown(let wanted, nil) = fault {
                // Any suggestion will do where none is wanted.
                #expect(name == wanted)
            } else {
                #expect(problem == fault)
            }
        }
    }

    @Test
    func `a variable of the process counts before the file, which says where a value is from`()
        async throws
    {
        let file = try await read("\nHEADSHOT_DAILY_CAP=3\nHEADSHOT_CONCURRENCY=2")
        let environment = Environment(variables: [
            "HEADSHOT_CONCURRENCY": "8", "HEADSHOT_DAILY_CAP": "",
        ]).with(file)
        let configuration = Configuration(environment)
        #expect(try configuration.limits().charges == 3)
        #expect(try configuration.concurrency() == 8)
        #expect(try configuration.concurrency(1) == 1)
        #expect(file.settings[.dailyCap]?.line == 2)
        #expect(!environment.isSetByProcess(.dailyCap))
        #expect(environment.isSetByProcess(.concurrency))
    }

    @Test func `a named file counts first, then the user's own, then the machine's`() async throws {
        try await withTemporaryFolder { folder in
            func write(_ path: String, _ cap: Int) throws -> String {
                let file = URL(filePath: "\(folder)/\(path)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("HEADSHOT_HOME=/srv/h\nHEADSHOT_DAILY_CAP=\(cap)\n".utf8).write(to: file)
                return file.path(percentEncoded: false)
            }
            let named = try write("named", 1)
            let pointed = try write("pointed", 2)
            let machine = try write("machine", 4)
            func found(
                named: String? = nil, _ variables: [Variable: String], user: UInt32 = 0
            ) throws -> String? {
                let environment = Environment(
                    variables: Dictionary(
                        uniqueKeysWithValues: variables.map { ($0.key.rawValue, $0.value) }))
                let home = SettingsFile.Surroundings(user: user) { $0 == "/srv/h" ? 7 : nil }
                return try SettingsFile.find(
                    named: named, in: environment, machine: machine, home)?
                    .settings[.dailyCap]?.value.exposed
            }
            #expect(try found([.userHome: folder]) == "4")
            _ = try write(".config/headshot/headshot.conf", 3)
            #expect(try found([.userHome: folder]) == "3")
            _ = try write("xdg/headshot/headshot.conf", 5)
            #expect(try found([.userHome: folder, .configHome: "\(folder)/xdg"]) == "5")
            #expect(try found([.userHome: folder, .config: pointed]) == "2")
            #expect(try found(named: named, [.userHome: folder, .config: pointed]) == "1")
            // The machine's is for root, and for the owner of its home.
            #expect(try found([:], user: 7) == "4")
            #expect(try found([:], user: 8) == nil)
            #expect(throws: SetupError.unreadableSettings(path: "/nowhere")) {
                try found(named: "/nowhere", [:])
            }
        }
    }

    @Test func `a key in place of the file's name is not repeated`() {
        let key = "sk-planted"
        for (named, variables) in [(key, [:]), (nil, [Variable.config.rawValue: key])] {
            let error = #expect(throws: SetupError.self) {
                try SettingsFile.find(named: named, in: Environment(variables: variables))
            }
            #expect(!"\(String(describing: error))".contains(key))
        }
    }
}
