import Companion
import Ground

/// Where a page of a list ended: a position and not an entry, so that the next page begins there even if the entry was removed.
///
/// Clients send it back as it is; its first letter says which list it is of.
struct Cursor {
    private let parts: [Substring]
    private let unknown: Refusal

    /// Reads what a client sends.
    ///
    /// - Parameters:
    ///   - list: The list's letter.
    ///   - name: The parameter that has it.
    init(
        _ text: String, of list: Character, count: Int, as name: String = "after"
    ) throws(Refusal) {
        parts = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
        unknown = Self.unknown(name)
        guard text.first == list, parts.count == count else { throw unknown }
    }

    func number(_ index: Int) throws(Refusal) -> Int64 {
        guard let number = Int64(digits: parts[index], in: 0...Int64.max) else { throw unknown }
        return number
    }

    func text(_ index: Int) -> String { String(parts[index]) }

    func day(_ index: Int) throws(Refusal) -> LocalDay {
        guard let day = LocalDay(String(parts[index])) else { throw unknown }
        return day
    }

    /// Throws for a cursor that is not an id, in the lists that are in the order of ids.
    static func checkID(_ text: String?) throws(Refusal) {
        guard text?.isPlainName != false else { throw unknown("after") }
    }

    private static func unknown(_ name: String) -> Refusal {
        .malformed("'\(name)' is not the 'next' of a page.")
    }
}

extension PageQuery {
    /// The place after which the page begins; nil for the first.
    func place(in list: Character) throws(Refusal) -> Int64? {
        guard let after else { return nil }
        return try Cursor(after, of: list, count: 1).number(0)
    }
}

extension RowPlace {
    /// What leads to the rows after this one.
    func cursor(in list: Character) -> String { "\(list)\(seq ?? 0)" }
}

extension MomentPlace {
    init(_ text: String) throws(Refusal) {
        let cursor = try Cursor(text, of: "m", count: 3)
        self.init(
            day: try cursor.day(0), happened: try cursor.number(1), seq: try cursor.number(2))
    }

    /// What leads to the moments after this one.
    var cursor: String { "m\(day)_\(happened)_\(seq)" }
}
