import Foundation

/// How the emulator answers: its rules, of which the first that applies wins, and its models.
struct Scenario: Sendable {
    private var rules: [Rule]
    /// The models that are listed and served, in the order of the list.
    let models: [EmulatedModel]
    /// The same of OpenAI's.
    let openAIModels: [OpenAIModel]

    /// The scenario that answers every request with a picture.
    static let wellBehaved = Scenario(rules: [])

    private init(
        rules: [Rule], models: [EmulatedModel] = EmulatedModel.all,
        openAIModels: [OpenAIModel] = OpenAIModel.all
    ) {
        self.rules = rules
        self.models = models
        self.openAIModels = openAIModels
    }

    /// Reads a scenario; an unknown key or answer is an error and never ignored.
    init(json: Data) throws(ScenarioError) {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: json)
        } catch {
            throw .notJSON
        }
        let scenario = try Members(value, of: "scenario", known: ["rules", "models"])
        guard case .array(let entries)? = scenario["rules"] else {
            throw .wrongValue(key: "rules", of: "scenario")
        }
        var rules: [Rule] = []
        for (index, entry) in entries.enumerated() {
            rules.append(try Rule(entry, of: "rules[\(index)]"))
        }
        guard let named = scenario["models"] else {
            self.init(rules: rules)
            return
        }
        let names = try Self.names(named)
        self.init(
            rules: rules, models: names.compactMap(EmulatedModel.named),
            openAIModels: names.compactMap(OpenAIModel.named))
    }

    /// The names of models, all of which the emulator knows.
    private static func names(_ value: JSONValue) throws(ScenarioError) -> [String] {
        guard case .array(let elements) = value else {
            throw .wrongValue(key: "models", of: "scenario")
        }
        var names: [String] = []
        for element in elements {
            guard let name = element.text,
                EmulatedModel.named(name) != nil || OpenAIModel.named(name) != nil
            else { throw .unknownModel(element.text ?? "", of: "models") }
            names.append(name)
        }
        return names
    }

    /// The model with this name, if it is served.
    func model(named name: String) -> EmulatedModel? { models.first { $0.name == name } }

    /// Takes the rule for a request, and counts one use of it.
    mutating func take(prompt: String, photo: String?, request: Int) -> Rule {
        let index = rules.firstIndex { rule in
            rule.times != 0 && rule.when.holds(prompt: prompt, photo: photo, request: request)
        }
        guard let index else { return Rule() }
        rules[index].times = rules[index].times.map { $0 - 1 }
        return rules[index]
    }
}

extension Rule {
    fileprivate init(_ value: JSONValue, of place: String) throws(ScenarioError) {
        let rule = try Members(
            value, of: place,
            known: [
                "when", "answer", "times", "retryDelay", "seconds", "status", "body", "headers",
                "picture", "choice",
            ])
        guard let name = try rule.string("answer") else {
            throw .wrongValue(key: "answer", of: place)
        }
        guard let answer = Answer(rawValue: name) else {
            throw .unknownAnswer(name, of: place)
        }
        self.answer = answer
        times = try rule.count("times")
        retryDelay = try rule.string("retryDelay")
        seconds = try rule.number("seconds")
        choice = try rule.string("choice")
        status = try rule.status("status")
        body = try rule.bytes("body")
        headers = try rule.strings("headers") ?? [:]
        if let path = try rule.string("picture") {
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw .unreadable(path: path)
            }
            picture = bytes
        }
        guard let condition = rule["when"] else { return }
        let when = try Members(
            condition, of: "\(place).when", known: ["promptContains", "photo", "request"])
        self.when = Condition(
            promptContains: try when.string("promptContains"), photo: try when.string("photo"),
            request: try when.count("request"))
    }
}

/// The members of an object, all of whose keys are known.
private struct Members {
    private let members: [String: JSONValue]
    private let place: String

    init(_ value: JSONValue, of place: String, known: Set<String>) throws(ScenarioError) {
        guard case .object(let members) = value else { throw .notAnObject(place) }
        if let key = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw .unknownKey(key, of: place)
        }
        self.members = members
        self.place = place
    }

    subscript(key: String) -> JSONValue? { members[key] }

    func string(_ key: String) throws(ScenarioError) -> String? {
        try read(key) { $0.text }
    }

    func number(_ key: String) throws(ScenarioError) -> Double? {
        try read(key) { value in value.number.flatMap { $0 >= 0 ? $0 : nil } }
    }

    func count(_ key: String) throws(ScenarioError) -> Int? {
        try read(key) { value in
            value.number.flatMap(Int.init(exactly:)).flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// A status that ends an exchange.
    func status(_ key: String) throws(ScenarioError) -> Int? {
        try read(key) { value in
            value.number.flatMap(Int.init(exactly:)).flatMap { 200...599 ~= $0 ? $0 : nil }
        }
    }

    /// The bytes of a string, or of JSON unchanged.
    func bytes(_ key: String) throws(ScenarioError) -> Data? {
        try read(key) { value in
            value.text.map { Data($0.utf8) } ?? (try? value.encoded())
        }
    }

    func strings(_ key: String) throws(ScenarioError) -> [String: String]? {
        try read(key) { value in
            guard case .object(let members) = value else { return nil }
            let texts = members.compactMapValues(\.text)
            return texts.count == members.count ? texts : nil
        }
    }

    private func read<Value>(
        _ key: String, _ convert: (JSONValue) -> Value?
    ) throws(ScenarioError) -> Value? {
        guard let member = members[key] else { return nil }
        guard let value = convert(member) else { throw .wrongValue(key: key, of: place) }
        return value
    }
}
