import Foundation

/// How the emulator answers: rules in order, of which the first that applies wins.
struct Scenario: Sendable {
    private var rules: [Rule]

    /// The scenario that answers every request with a picture.
    static let wellBehaved = Scenario(rules: [])

    private init(rules: [Rule]) {
        self.rules = rules
    }

    /// Reads a scenario; an unknown key or answer is an error, never passed over.
    init(json: Data) throws(ScenarioError) {
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: json)
        } catch {
            throw .notJSON
        }
        let scenario = try Members(value, of: "scenario", known: ["rules"])
        guard case .array(let entries)? = scenario["rules"] else {
            throw .wrongValue(key: "rules", of: "scenario")
        }
        var rules: [Rule] = []
        for (index, entry) in entries.enumerated() {
            rules.append(try Rule(entry, of: "rules[\(index)]"))
        }
        self.init(rules: rules)
    }

    /// Takes the rule for a request and uses it up by one.
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
            known: ["when", "answer", "times", "retryDelay", "seconds", "picture"])
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

/// The members of an object of which every key is known.
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

    private func read<Value>(
        _ key: String, _ convert: (JSONValue) -> Value?
    ) throws(ScenarioError) -> Value? {
        guard let member = members[key] else { return nil }
        guard let value = convert(member) else { throw .wrongValue(key: key, of: place) }
        return value
    }
}
