internal import Foundation

/// JSON documents one after another, as a gateway streams an answer: with or without line breaks between and within them, as
/// elements of an array that ends early, or in server-sent events.
struct JSONStream {
    /// The content of the lines, without the fields of server-sent events.
    private var bytes: [UInt8] = []

    /// Nil for bytes that begin neither with a document nor with a field of an event.
    init?(_ body: Data) {
        var isOfEvents: Bool?
        let body = Array(body)
        var rest = body[...].dropFirst(body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        bytes.reserveCapacity(rest.count)
        while !rest.isEmpty {
            let line = rest.prefix { $0 != Self.lineBreak && $0 != UInt8(ascii: "\r") }
            rest = rest[line.endIndex...].dropFirst()
            if line.allSatisfy({ $0 <= 0x20 }) { continue }
            let isData = line.starts(with: Self.dataField)
            let isOther = Self.otherFields.contains { line.starts(with: $0) }
            isOfEvents = isOfEvents ?? (isData || isOther)
            if isOther { continue }
            var content = line
            if isData {
                content = line.dropFirst(Self.dataField.count)
                if content.first == UInt8(ascii: " ") { content.removeFirst() }
            }
            bytes.append(contentsOf: content)
            bytes.append(Self.lineBreak)
        }
        let first = bytes.first { $0 > 0x20 }
        guard isOfEvents == true || first.map(Self.begins) == true else { return nil }
    }

    private static let lineBreak = UInt8(ascii: "\n")
    private static let dataField = Array("data:".utf8)
    private static let otherFields = ["event:", "id:", "retry:", ":"].map { Array($0.utf8) }

    /// The documents that are whole.
    ///
    /// One that was cut off, or is damaged, takes no other along.
    var documents: [JSONValue] {
        var documents: [JSONValue] = []
        var faults = 0
        var next = beginning(from: 0)
        while let start = next, documents.count < Self.mostDocuments, faults < Self.mostFaults {
            if let end = end(ofDocumentAt: start),
                let document = JSONValue(repairing: Data(bytes[start..<end]))
            {
                documents.append(document)
                next = beginning(from: end)
                continue
            }
            // Each may have been searched to the end of the body.
            faults += 1
            next =
                bytes[start] == UInt8(ascii: "[")
                ? beginning(from: start + 1) : beginningOfLine(after: start)
        }
        return documents
    }

    /// More than any model sends for one picture.
    private static let mostDocuments = 10_000
    /// A transfer breaks off once; each attempt of a gateway to go on may leave another.
    private static let mostFaults = 16

    private static func begins(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }

    /// Where the next document begins: behind white space and commas, or else at the beginning of a line.
    private func beginning(from position: Int) -> Int? {
        let start = bytes[position...].firstIndex { $0 > 0x20 && $0 != UInt8(ascii: ",") }
        guard let start, !Self.begins(bytes[start]) else { return start }
        return beginningOfLine(after: start)
    }

    /// Where the next line begins that begins with a document; the lines within a document are indented.
    private func beginningOfLine(after position: Int) -> Int? {
        var rest = bytes[position...]
        while let lineBreak = rest.firstIndex(of: Self.lineBreak) {
            rest = bytes[(lineBreak + 1)...]
            if rest.first.map(Self.begins) == true { return rest.startIndex }
        }
        return nil
    }

    /// The end of the document that begins at `start`, by its brackets; nil if the bytes end before.
    private func end(ofDocumentAt start: Int) -> Int? {
        var depth = 0
        var isInString = false
        var position = start
        while position < bytes.count {
            switch (bytes[position], isInString) {
            case (UInt8(ascii: "\\"), true): position += 1
            case (UInt8(ascii: "\""), _): isInString.toggle()
            case (UInt8(ascii: "{"), false), (UInt8(ascii: "["), false): depth += 1
            case (UInt8(ascii: "}"), false), (UInt8(ascii: "]"), false):
                depth -= 1
                if depth == 0 { return position + 1 }
            default: break
            }
            position += 1
        }
        return nil
    }
}
