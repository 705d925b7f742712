import Foundation

/// Finds the members of a body that its type does not have.
///
/// The properties of a decoded value are the members of its type, so no type has to list them.
enum UnknownMembers {
    /// Throws for a member that the value does not have, also within other members.
    static func refuse(in bytes: Data, for value: some Sendable) throws {
        let names = try JSONDecoder().decode(Names.self, from: bytes)
        guard let path = first(in: names, for: value) else { return }
        // No more of what was sent is repeated than a name can be.
        throw Refusal.malformed("There is no member '\(String(path.prefix(100)))'.")
    }

    /// The path of the first unknown member; `nil` if there is none.
    private static func first(in names: Names, for value: Any) -> String? {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .enum:
            // What a member became, or what it is if it is there.
            return mirror.children.first.flatMap { first(in: names, for: $0.value) }
        case .collection:
            return zip(names.elements, mirror.children).lazy
                .compactMap { first(in: $0, for: $1.value) }.first
        case .struct:
            let members = Dictionary(
                mirror.children.compactMap { child in
                    child.label.map { ($0.inSnakeCase, child.value) }
                }, uniquingKeysWith: { $1 })
            for (name, inner) in names.members.sorted(by: { $0.key < $1.key }) {
                guard let member = members[name.inSnakeCase] else { return name }
                if let rest = first(in: inner, for: member) { return "\(name).\(rest)" }
            }
            return nil
        default: return nil
        }
    }
}

/// The names of a body's members, however deep.
private struct Names: Decodable {
    var members: [String: Names] = [:]
    var elements: [Names] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let members = try? container.decode([String: Names].self) {
            self.members = members
        } else if let elements = try? container.decode([Names].self) {
            self.elements = elements
        }
    }
}
