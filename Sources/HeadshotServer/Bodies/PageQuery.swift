import Ground
import HummingbirdCore

/// The page of a list that a request asks for.
struct PageQuery {
    /// What the page before ended with.
    var after: String?
    var limit = 50

    /// The most entries of one answer.
    static let most = 200

    init(_ query: FlatDictionary<Substring, Substring>) throws(Refusal) {
        try self.init(query.map { (String($0.key), $0.value) })
    }

    init(_ query: [(String, Substring)]) throws(Refusal) {
        for (name, value) in query {
            switch name {
            case "after": after = String(value)
            case "limit": limit = try Self.limit(value)
            default: throw .malformed("There is no parameter '\(name)'.")
            }
        }
    }

    /// How many entries are wanted.
    static func limit(_ text: Substring) throws(Refusal) -> Int {
        guard let count = Int(digits: text, in: 1...most) else {
            throw .malformed("'limit' is 1 to \(most).")
        }
        return count
    }
}

/// A page of a list.
struct Page<Entry: Encodable>: Encodable {
    /// The member that has the entries.
    let name: String
    let entries: [Entry]
    /// What to send as `after` for the next page; absent after the last.
    let next: String?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(entries, forKey: Member(stringValue: name))
        try container.encodeIfPresent(next, forKey: Member(stringValue: "next"))
    }

    private struct Member: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension PageQuery {
    /// Reads a page, and whether another one follows.
    ///
    /// - Parameter read: Reads at most so many entries.
    func read<Found>(
        _ read: (_ limit: Int) async throws -> [Found]
    ) async throws -> (entries: [Found], hasMore: Bool) {
        let found = try await read(limit + 1)
        return (Array(found.prefix(limit)), found.count > limit)
    }
}
