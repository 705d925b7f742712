import Foundation
import Ground

/// Values as JSON text, for the queue and the sidecars.
enum JSON {
    /// A value's text, with sorted keys so that equal values give equal text.
    static func text(_ value: some Encodable, isPretty: Bool = false) -> String? {
        let encoder = JSONEncoder.ordered
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a text; `nil` if it does not decode.
    static func value<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try? decoder.decode(type, from: Data(text.utf8))
    }

    /// The value of a text that says nothing else; `nil` also for a text with members that the type does not know.
    ///
    /// A newer program may have written such a member, and a reader that ignores it would not do what was ordered.
    static func wholeValue<Value: Codable>(_ type: Value.Type, from text: String) -> Value? {
        guard let value = value(type, from: text), let again = self.text(value) else { return nil }
        // Nearly always: this program wrote it.
        if again == text { return value }
        guard let given = self.value(Members.self, from: text),
            let understood = self.value(Members.self, from: again), understood.cover(given)
        else { return nil }
        return value
    }

    /// The members of any value, read by the parser that reads the value: of a member that occurs twice, another parser
    /// may see the other one.
    private struct Members: Decodable {
        /// Those that are not null; `nil` for what is not an object.
        private let members: [String: Members]?

        init(from decoder: any Decoder) throws {
            let all = try? decoder.singleValueContainer().decode([String: Members?].self)
            members = all?.compactMapValues(\.self)
        }

        /// Whether these are all members of another value.
        func cover(_ given: Members) -> Bool {
            guard let given = given.members else { return true }
            guard let members else { return false }
            return given.allSatisfy { name, value in members[name]?.cover(value) ?? false }
        }
    }
}
