import Foundation
import Ground

/// A JSON document whose lists are written entry by entry, so that it is never in memory as a whole.
///
/// Its text is that of ``AnswerJSON/text(_:)`` or ``AnswerJSON/line(_:)`` for the document with all entries.
package struct DocumentStream: Sendable {
    /// The lists, in the order of the document.
    package let lists: [List]
    /// What follows the last list.
    package let end: String

    /// One list of a document.
    package struct List: Sendable {
        package let name: String
        /// What comes before its first entry.
        package let start: String
        /// The beginning of each entry's line; `nil` in a document that is one line.
        private let indent: String?
        private var isEmpty = true

        fileprivate init(name: String, start: String, indent: String?) {
            (self.name, self.start, self.indent) = (name, start, indent)
        }

        /// The text of an entry, with what separates it from the one before.
        private mutating func text(ofOne entry: some Encodable) throws -> String {
            defer { isEmpty = false }
            let comma = isEmpty ? "" : ","
            guard let indent else { return comma + (try AnswerJSON.line(entry)) }
            // An empty list has an empty line.
            let lines = try AnswerJSON.text(entry).split(
                separator: "\n", omittingEmptySubsequences: false)
            return "\(comma)\n"
                + lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
        }

        /// The text of the next entries.
        package mutating func text(of entries: [some Encodable]) throws -> String {
            var text = ""
            for entry in entries { text += try self.text(ofOne: entry) }
            return text
        }

        /// What follows its last entry.
        package var end: String {
            guard let indent else { return "]" }
            return (isEmpty ? "\n\n" : "\n") + indent.dropLast(2) + "]"
        }
    }

    /// - Parameters:
    ///   - names: The lists that are written entry by entry.
    ///   - isPretty: Whether it has several lines.
    ///   - document: The document with a place for each list.
    package init(
        _ names: [String], isPretty: Bool = true,
        _ document: (_ place: (String) -> Place) throws -> some Encodable
    ) throws {
        let whole = try document(Place.init(name:))
        var text = try isPretty ? AnswerJSON.text(whole) : AnswerJSON.line(whole)
        var found: [(position: String.Index, mark: String, name: String)] = []
        for name in names {
            let mark = Place.mark(name).asJSON
            guard let range = text.range(of: mark) else { continue }
            found.append((range.lowerBound, mark, name))
        }
        var lists: [List] = []
        for (_, mark, name) in found.sorted(by: { $0.position < $1.position }) {
            guard let range = text.range(of: mark),
                let bracket = text[..<range.lowerBound].lastIndex(of: "["),
                let close = text[range.upperBound...].firstIndex(of: "]")
            else { continue }
            let indent = String(text[..<range.lowerBound].suffix(while: { $0 == " " }))
            lists.append(
                List(
                    name: name, start: String(text[...bracket]), indent: isPretty ? indent : nil))
            text = String(text[text.index(after: close)...])
        }
        self.lists = lists
        end = text
    }

    /// Stands in a document where the entries of a list go.
    package struct Place: Encodable {
        let name: String

        package func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(Self.mark(name))
        }

        /// A text that nothing else has: no text is stored with this character.
        fileprivate static func mark(_ name: String) -> String { "\u{10FFFF}\(name)" }
    }
}

extension StringProtocol {
    /// The last characters that meet a condition, up to the first that does not.
    fileprivate func suffix(while isPart: (Character) -> Bool) -> SubSequence {
        self[(lastIndex { !isPart($0) }.map(index(after:)) ?? startIndex)...]
    }
}
