import Foundation
import Generation
import Ground
import HeadshotWorker
import JobQueue
import Nets
import TestSupport
import Testing

@testable import Setup

/// Options go before the environment, and the environment before defaults.
struct ConfigurationTests {
    private func configuration(_ variables: [String: String]) -> Configuration {
        Configuration(Environment(variables: variables))
    }

    @Test(arguments: [
        ("/a", ["HEADSHOT_HOME": "/b"], "/a"), (nil, ["HEADSHOT_HOME": "/b"], "/b"),
        (nil, ["HEADSHOT_HOME": "", "XDG_DATA_HOME": "/c"], "/c/headshot"),
        (nil, ["HOME": "/d"], "/d/.local/share/headshot"),
    ])
    func `the home is found`(option: String?, variables: [String: String], root: String) throws {
        #expect(try configuration(variables).home(option).root == root)
    }

    @Test func `without any home there is an error`() throws {
        #expect(throws: SetupError.noHome) { try configuration([:]).home() }
    }

    @Test(
        arguments: [
            ("a", ["HEADSHOT_MODEL": "b"], "a"), (nil, ["HEADSHOT_MODEL": "b"], "b"),
            (nil, [:], nil), (nil, ["HEADSHOT_MODEL": ""], nil),
        ] as [(String?, [String: String], String?)])
    func `the model is named, or left to the workers`(
        option: String?, variables: [String: String], model: String?
    ) throws {
        #expect(try configuration(variables).model(ProviderOverrides(model: option)) == model)
    }

    @Test func `a model of a name that no model has is refused`() throws {
        let long = String(repeating: "m.", count: 101)
        let error = SetupError.badSetting(
            name: "HEADSHOT_MODEL", value: "\(String(repeating: "m.", count: 20))…",
            wanted: "the name of a model, of at most 200 characters")
        #expect(throws: error) {
            try configuration(["HEADSHOT_MODEL": long]).model()
        }
    }

    @Test(arguments: [
        "AIzaPlanted0123456789", "sk-planted", "'AKIAPLANTED'", "4,sk-planted", "key=AIzaPlanted",
        String(repeating: "k", count: 24), "“sk-planted”", "key:sk-planted", "anna:geheim@db1",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEK9Y",
    ])
    func `a value that looks like a key is refused without it`(value: String) {
        let error = SetupError.badSetting(
            name: "HEADSHOT_DAILY_CAP", value: "…", wanted: "1 or more")
        #expect(throws: error) { try configuration(["HEADSHOT_DAILY_CAP": value]).limits() }
    }

    @Test(arguments: [Variable.model, .home, .results, .prompts, .hosts, .deskHeader])
    func `a key in place of a name is refused without it`(variable: Variable) throws {
        let key = "sk-planted-0123456789-abcdef"
        let set = configuration([variable.rawValue: key, "HOME": "/h"])
        let error = #expect(throws: SetupError.self) {
            _ = try set.model()
            _ = try set.home()
            _ = try set.results()
            _ = try set.promptsFolder(nil)
            _ = try set.addresses(listen: nil, admin: nil, hosts: [], proxies: [])
        }
        guard case .badSetting(variable.rawValue, "…", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a key in place of the folder of the models is not repeated`() {
        let key = "sk-planted-0123456789-abcdef"
        let error = #expect(throws: NetsError.self) {
            try configuration(["HEADSHOT_MODELS": key]).models()
        }
        guard case .missing(let folder, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!folder.contains(key))
    }

    @Test func `a folder that is named by its path may have any name`() throws {
        let path = "/srv/sk-planted-0123456789-abcdef"
        #expect(try configuration(["HEADSHOT_HOME": path]).home().root == path)
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example"), (nil, "https://b.example"),
    ])
    func `the service is found`(option: String?, url: String) throws {
        let configuration = configuration(["GOOGLE_GEMINI_BASE_URL": "https://b.example"])
        #expect(try configuration.baseURL(ProviderOverrides(baseURL: option)).description == url)
    }

    @Test(
        arguments: [
            (3, ["HEADSHOT_DAILY_CAP": "5"], 3), (nil, ["HEADSHOT_DAILY_CAP": "5"], 5),
            (nil, [:], nil),
        ] as [(Int?, [String: String], Int?)])
    func `the cap is found`(option: Int?, variables: [String: String], charges: Int?) throws {
        let overrides = CapOverrides(dailyCap: option)
        #expect(try configuration(variables).limits(overrides).charges == charges)
    }

    @Test func `only limits that are named can differ from a queue's`() {
        let kept = DailyCap(charges: 4, spend: 5_000_000, timeZone: .gmt)
        let none = NamedLimits()
        #expect(none.isEmpty)
        #expect(none.differences(from: kept).isEmpty)
        #expect(none.completed(in: .gmt) == DailyCap(timeZone: .gmt))
        var same = NamedLimits(charges: 4, spend: 5_000_000, timeZone: .gmt)
        #expect(same.differences(from: kept).isEmpty)
        same.timeZone = TimeZone(identifier: "Europe/Berlin")
        same.charges = 3
        same.spend = 1
        #expect(
            same.differences(from: kept) == [
                .charges(named: 3, kept: 4), .spend(named: 1, kept: 5_000_000),
                .timeZone(named: "Europe/Berlin", kept: "UTC"),
            ])
        let unlimited = DailyCap(charges: 3, timeZone: .gmt)
        #expect(
            NamedLimits(spend: 1).differences(from: unlimited) == [.spend(named: 1, kept: nil)])
    }

    @Test(arguments: ["0", "-1", "ten", "1.5"])
    func `a cap that is none is refused by name`(text: String) throws {
        #expect(
            throws: SetupError.badSetting(
                name: "HEADSHOT_DAILY_CAP", value: text, wanted: "1 or more")
        ) { try configuration(["HEADSHOT_DAILY_CAP": text]).limits() }
    }

    @Test(arguments: [
        ("3", ["HEADSHOT_MAX_SPEND_PER_DAY": "5"], 3_000_000),
        (nil, ["HEADSHOT_MAX_SPEND_PER_DAY": "0.50"], 500_000), (nil, [:], nil),
    ])
    func `the budget is found`(option: String?, variables: [String: String], spend: Int?) throws {
        let overrides = CapOverrides(maxSpendPerDay: option.flatMap(Dollars.init))
        #expect(try configuration(variables).limits(overrides).spend == spend)
    }

    @Test func `a budget that is none is refused by name`() throws {
        #expect(
            throws: SetupError.badSetting(
                name: "HEADSHOT_MAX_SPEND_PER_DAY", value: "much",
                wanted: "US dollars like 5 or 0.50")
        ) { try configuration(["HEADSHOT_MAX_SPEND_PER_DAY": "much"]).limits() }
    }

    @Test(arguments: [
        (["GEMINI_API_KEY": "a", "GOOGLE_API_KEY": "b"], "a"), (["GOOGLE_API_KEY": "b"], "b"),
        (["GEMINI_API_KEY": "", "GOOGLE_API_KEY": "b"], "b"),
    ])
    func `the key is found in the environment`(variables: [String: String], key: String) throws {
        let found = try configuration(variables).apiKey()
        #expect(try found == APIKey(Secret(key)))
    }

    @Test(arguments: [("1", 1), ("60", 60), (nil, 60)])
    func `the time for a request is set in seconds`(variable: String?, seconds: Int) throws {
        let configuration = configuration(variable.map { ["HEADSHOT_REQUEST_TIMEOUT": $0] } ?? [:])
        #expect(try configuration.requestTimeout() == .seconds(seconds))
        #expect(try configuration.requestTimeout(7) == .seconds(7))
    }

    @Test(arguments: ["0", "61", "-1", "1.5", "soon", "99999999999999999999"])
    func `a time for a request outside of its limits is refused`(text: String) {
        #expect(throws: SetupError.self) {
            try configuration(["HEADSHOT_REQUEST_TIMEOUT": text]).requestTimeout()
        }
    }

    @Test func `a file's key goes first, and systemd's credential last`() async throws {
        try await withTemporaryFolder { folder in
            try Data("from-file\n".utf8).write(to: URL(filePath: "\(folder)/key"))
            try Data("from-systemd\n".utf8).write(to: URL(filePath: "\(folder)/gemini-api-key"))
            let both = configuration(["GEMINI_API_KEY": "a", "CREDENTIALS_DIRECTORY": folder])
            #expect(
                try both.apiKey(ProviderOverrides(apiKeyFile: "\(folder)/key"))
                    == APIKey(Secret("from-file")))
            #expect(try both.apiKey() == APIKey(Secret("a")))
            let credential = configuration(["CREDENTIALS_DIRECTORY": folder])
            #expect(try credential.apiKey() == APIKey(Secret("from-systemd")))
        }
    }

    @Test func `OpenAI's key is found in places of its own`() async throws {
        try await withTemporaryFolder { folder in
            let openai = ProviderOverrides(of: .openai)
            try Data("from-file\n".utf8).write(to: URL(filePath: "\(folder)/key"))
            try Data("from-systemd\n".utf8).write(to: URL(filePath: "\(folder)/openai-api-key"))
            let gemini = ["GEMINI_API_KEY": "a", "HEADSHOT_API_KEY_FILE": "\(folder)/key"]
            #expect(throws: SetupError.noKey) { try configuration(gemini).apiKey(openai) }
            for (variables, key) in [
                (["OPENAI_API_KEY": "b"], "b"),
                (
                    [
                        "OPENAI_API_KEY": "b", "HEADSHOT_OPENAI_API_KEY_FILE": "\(folder)/key",
                    ], "from-file"
                ), (["CREDENTIALS_DIRECTORY": folder], "from-systemd"),
            ] {
                let configuration = configuration(variables)
                #expect(try configuration.apiKey(openai) == APIKey(Secret(key)))
                #expect(try configuration.keyedProviders() == [.openai])
                #expect(try configuration.providerKind(nil) == .openai)
            }
            let both = configuration(["OPENAI_API_KEY": "b", "GOOGLE_API_KEY": "a"])
            #expect(try both.keyedProviders() == [.gemini, .openai])
            #expect(try both.providerKind(nil) == .gemini)
            #expect(try both.providerKind(.openai) == .openai)
        }
    }

    @Test func `a model is named for one provider, and refused for another`() throws {
        let named = configuration([
            "HEADSHOT_MODEL": "gemini-3-pro-image", "HEADSHOT_OPENAI_MODEL": "gpt-image-2",
        ])
        let openai = ProviderOverrides(of: .openai)
        #expect(try named.model() == "gemini-3-pro-image")
        #expect(try named.model(openai) == "gpt-image-2")
        let typed = ProviderOverrides(of: .openai, model: "gpt-image-2.5-flare-2026-09-08")
        #expect(try named.model(typed) == "gpt-image-2.5-flare-2026-09-08")
        #expect(try named.model(typed.of(.gemini)) == "gemini-3-pro-image")
        #expect(throws: SetupError.modelOfOther("gpt-image-2", provider: "openai")) {
            try named.model(ProviderOverrides(model: "gpt-image-2"))
        }
        #expect(throws: SetupError.self) {
            try named.model(ProviderOverrides(of: .openai, model: "gpt-image-1.5"))
        }
    }

    @Test func `a model for words is named for one provider, and an unknown one is refused`() throws
    {
        let named = configuration([
            "HEADSHOT_WORDS_MODEL": "gemini-3.5-flash-lite",
            "HEADSHOT_OPENAI_WORDS_MODEL": "gpt-5.6-luna-2026-06-01",
        ])
        #expect(try named.wordsModel(of: .gemini) == "gemini-3.5-flash-lite")
        #expect(try named.wordsModel(of: .openai) == "gpt-5.6-luna-2026-06-01")
        #expect(try configuration([:]).wordsModel(of: .openai) == nil)
        // Neither an unknown one, nor one for pictures, nor another provider's.
        for model in ["gpt-9", "gpt-image-1-mini", "gemini-3.5-flash-lite"] {
            let error = #expect(throws: SetupError.self) {
                try configuration(["HEADSHOT_OPENAI_WORDS_MODEL": model]).wordsModel(of: .openai)
            }
            guard case .badSetting(_, model, let wanted) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(wanted.contains("gpt-5.6-luna"))
        }
    }

    @Test(arguments: [
        ([:], "https://api.openai.com/v1"),
        (["OPENAI_BASE_URL": "http://127.0.0.1:1/v1/"], "http://127.0.0.1:1/v1"),
        (["GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:1"], "https://api.openai.com/v1"),
    ])
    func `OpenAI's address is its own`(_ variables: [String: String], _ url: String) throws {
        let openai = ProviderOverrides(of: .openai)
        #expect(try configuration(variables).baseURL(openai).description == url)
    }

    @Test func `without a key there is an error, and without its file another`() throws {
        #expect(throws: SetupError.noKey) {
            try configuration([:]).apiKey()
        }
        #expect(throws: SetupError.unreadableKeyFile(path: "/nowhere/key")) {
            try configuration(["GEMINI_API_KEY": "a"]).apiKey(
                ProviderOverrides(apiKeyFile: "/nowhere/key"))
        }
    }

    @Test func `models are named by the option, else by the variable, and a named folder has them`()
        throws
    {
        let configuration = configuration(["HEADSHOT_MODELS": "/b"])
        for (option, folder) in [("/a", "/a"), (nil, "/b")] {
            #expect(
                throws: NetsError.missing(folder: folder, names: NetFile.allCases.map(\.name))
            ) { try configuration.models(option) }
        }
        let off = try configuration.models("none")
        #expect(off.bytes == nil)
    }

    @Test(arguments: [("/a", "/a"), (nil, "/b")])
    func `named prompts go before those of the environment`(option: String?, folder: String) throws
    {
        let configuration = configuration(["HEADSHOT_PROMPTS": "/b"])
        #expect(try configuration.promptsFolder(option) == folder)
    }
}
