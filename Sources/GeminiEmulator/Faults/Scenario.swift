import Foundation

/// How the emulator answers: its rules, of which the first that applies wins, and its models.
struct Scenario: Sendable {
    private var rules: [Rule] = []
    /// The models that are listed and served, in the order of the list.
    private(set) var models = EmulatedModel.all
    /// The same of OpenAI's.
    private(set) var openAIModels = OpenAIModel.all

    static let wellBehaved = Scenario()

    private init() {}

    /// Reads a scenario; an unknown key or answer is an error and never ignored.
    init(json: Data) throws(ScenarioError) {
        do {
            self = try JSONDecoder().decode(Scenario.self, from: json)
        } catch let error as ScenarioError {
            throw error
        } catch {
            throw ScenarioError(description: "The scenario cannot be used: \(error)")
        }
    }

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

/// Why a scenario cannot be used.
struct ScenarioError: Error, CustomStringConvertible {
    let description: String

    /// The bytes of a file that a scenario is or names.
    static func contents(of path: String) throws(ScenarioError) -> Data {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ScenarioError(description: "The file \(path) cannot be read.")
        }
        return bytes
    }
}

extension Scenario: Decodable {
    private enum CodingKeys: CodingKey { case rules, models }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(CodingKeys.self)
        rules = try members.decode([Rule].self, forKey: .rules)
        guard let names = try members.decodeIfPresent([String].self, forKey: .models) else {
            return
        }
        models = names.compactMap(EmulatedModel.named)
        openAIModels = names.compactMap(OpenAIModel.named)
        guard models.count + openAIModels.count == names.count else {
            let known = EmulatedModel.all.map(\.name) + OpenAIModel.all.map(\.name)
            throw ScenarioError(
                description: "There are no models but \(known.joined(separator: ", ")).")
        }
    }
}

extension Rule: Decodable {
    private enum CodingKeys: CodingKey {
        case when, answer, times, retryDelay, seconds, choice, status, body, headers, picture
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(CodingKeys.self)
        when = try members.decodeIfPresent(Condition.self, forKey: .when) ?? Condition()
        answer = try members.decode(Answer.self, forKey: .answer)
        times = try members.number(.times, in: 1...Int.max)
        retryDelay = try members.decodeIfPresent(String.self, forKey: .retryDelay)
        seconds = try members.decodeIfPresent(Double.self, forKey: .seconds)
        choice = try members.decodeIfPresent(String.self, forKey: .choice)
        // A status that ends an exchange.
        status = try members.number(.status, in: 200...599)
        // The bytes of a string, or of JSON unchanged.
        body = try members.decodeIfPresent(JSONValue.self, forKey: .body).map { value in
            value.text.map { Data($0.utf8) } ?? value.encoded
        }
        headers = try members.decodeIfPresent([String: String].self, forKey: .headers) ?? [:]
        picture = try members.decodeIfPresent(String.self, forKey: .picture)
            .map(ScenarioError.contents)
    }
}

extension Rule.Condition: Decodable {
    private enum CodingKeys: CodingKey { case promptContains, photo, request }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(CodingKeys.self)
        promptContains = try members.decodeIfPresent(String.self, forKey: .promptContains)
        photo = try members.decodeIfPresent(String.self, forKey: .photo)
        request = try members.number(.request, in: 1...Int.max)
    }
}

extension Decoder {
    /// The members of an object, all of whose keys are known.
    fileprivate func members<Key: CodingKey>(
        _ keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let names = try [String: JSONValue](from: self).keys.sorted()
        if let unknown = names.first(where: { Key(stringValue: $0) == nil }) {
            throw ScenarioError(description: "The scenario has an unknown key \"\(unknown)\".")
        }
        return try container(keyedBy: keys)
    }
}

extension KeyedDecodingContainer {
    fileprivate func number(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
        let number = try decodeIfPresent(Int.self, forKey: key)
        guard let number, !range.contains(number) else { return number }
        throw DecodingError.dataCorruptedError(
            forKey: key, in: self, debugDescription: "\(number) is out of range")
    }
}
