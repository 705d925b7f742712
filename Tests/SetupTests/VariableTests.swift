import Foundation
import Generation
import Ground
import HeadshotWorker
import Logging
import TestSupport
import Testing

@testable import Setup

/// What variables set, and which are none.
struct VariableTests {
    private func configuration(_ variables: [Variable: String]) -> Configuration {
        let named = variables.map { ($0.key.rawValue, $0.value) }
        return Configuration(
            Environment(variables: Dictionary(named, uniquingKeysWith: { first, _ in first })))
    }

    @Test(arguments: [
        (["HEADSHOT_DALY_CAP": "3"], " Did you mean HEADSHOT_DAILY_CAP?"),
        (["HEADSHOT_RESULT": "/r"], " Did you mean HEADSHOT_RESULTS?"),
        (["HEADSHOT_MOEDL": "m"], " Did you mean HEADSHOT_MODEL?"),
        (["HEADSHOT_PICKLES": "7"], ""),
    ])
    func `a variable that is no setting is warned of, with the name that was meant`(
        variables: [String: String], suggestion: String
    ) throws {
        let name = try #require(variables.keys.first)
        #expect(
            Environment(variables: variables).unknownVariables
                == ["\(name) is not a setting and has no effect.\(suggestion)"])
    }

    @Test func `settings, empty variables and other programs' ones are not warned of`() {
        var variables = Dictionary(
            Variable.allCases.map { ($0.rawValue, "x") }, uniquingKeysWith: { first, _ in first })
        variables["HEADSHOT_DALY_CAP"] = ""
        variables["HEADSHOTS"] = "x"
        #expect(Environment(variables: variables).unknownVariables == [])
    }

    @Test(
        arguments: [
            (nil, [:], 4), (nil, [.concurrency: "8"], 8), (2, [.concurrency: "8"], 2),
        ] as [(Int?, [Variable: String], Int)])
    func `the concurrency is found`(
        option: Int?, variables: [Variable: String], number: Int
    ) throws {
        let found = try configuration(variables).concurrency(option)
        #expect(found == number)
    }

    @Test func `the other settings of work are found`() throws {
        let set = configuration([
            .maxAttempts: "3", .logLevel: "debug", .results: "/r", .maxJobs: "5", .maxTime: "90s",
            .provider: "local", .geminiKey: "k",
        ])
        #expect(try set.maxAttempts() == 3)
        #expect(try set.maxAttempts(2) == 2)
        #expect(try set.logLevel() == .debug)
        #expect(set.results(nil, in: HeadshotHome(root: "/h")) == "/r")
        #expect(set.results("/o", in: HeadshotHome(root: "/h")) == "/o")
        #expect(try set.providerKind(nil) == .local)
        #expect(try set.providerKind(.gemini) == .gemini)
        let rule = try set.stopRule(maxJobs: nil, maxTime: nil, waits: true)
        #expect(rule == .whenDone(maxJobs: 5, maxTime: .seconds(90), waits: true))
    }

    @Test func `a file that a variable names holds the key`() async throws {
        try await withTemporaryFolder { folder in
            try Data("of-file\n".utf8).write(to: URL(filePath: "\(folder)/key"))
            let set = configuration([.apiKeyFile: "\(folder)/key", .geminiKey: "other"])
            #expect(try set.apiKey() == APIKey(Secret("of-file")))
        }
    }

    @Test(
        arguments: [
            (.concurrency, "0", "1 to 64"), (.concurrency, "many", "1 to 64"),
            (.maxAttempts, "11", "1 to 10"), (.maxJobs, "0", "1 or more"),
            (.maxTime, "10", "a time like 90s, 10m or 2h"),
            (.provider, "me", "gemini, openai or local"),
        ] as [(Variable, String, String)])
    func `a value that makes no sense is refused by the variable's name`(
        variable: Variable, text: String, wanted: String
    ) throws {
        let set = configuration([variable: text])
        #expect(
            throws: SetupError.badSetting(
                name: variable.rawValue, value: text, wanted: wanted)
        ) {
            _ = try set.concurrency()
            _ = try set.maxAttempts()
            _ = try set.stopRule(maxJobs: nil, maxTime: nil, waits: false)
            _ = try set.providerKind(nil)
        }
    }
}
