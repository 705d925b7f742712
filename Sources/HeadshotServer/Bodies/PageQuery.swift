import Ground
import HummingbirdCore

/// Which page of a list is asked for.
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
