/// What becomes of a member that a body may leave out.
enum Change<Value: Decodable & Sendable>: Sendable {
    /// The body does not name it.
    case stays
    /// It is null.
    case goes
    case becomes(Value)

    var isNamed: Bool { if case .stays = self { false } else { true } }

    var isNull: Bool { if case .goes = self { true } else { false } }

    /// The new value, where it is one.
    var value: Value? { if case .becomes(let value) = self { value } else { nil } }

    /// Writes it; what goes becomes what it was at the beginning.
    func apply(to place: inout Value, elseTo usual: Value) {
        if isNamed { place = value ?? usual }
    }

    func apply(to place: inout Value?) { if isNamed { place = value } }
}

extension Change: Decodable {
    init(from decoder: any Decoder) throws { self = .becomes(try Value(from: decoder)) }
}

extension KeyedDecodingContainer {
    /// Chosen for members of this type, which may be missing.
    func decode<Value>(_ type: Change<Value>.Type, forKey key: Key) throws -> Change<Value> {
        guard contains(key) else { return .stays }
        return try decodeNil(forKey: key) ? .goes : .becomes(decode(Value.self, forKey: key))
    }
}
