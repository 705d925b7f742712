import Foundation

/// Reads a body of `multipart/form-data`, RFC 7578, piece by piece.
///
/// Nothing is kept but the end of a piece that may begin a boundary, and a part's headers.
struct MultipartParser {
    enum Event: Equatable {
        /// A part begins; its name.
        case part(String)
        /// Bytes of the part that began last.
        case bytes(Data)
    }

    private enum Section {
        /// Before the first boundary, of which nothing counts.
        case preamble
        /// Right behind a boundary, and behind the blanks that may follow it (RFC 2046, section 5.1.1).
        case boundary, padding
        case headers
        case content
        /// Behind the last boundary.
        case epilogue
    }

    /// With the line break before it, which belongs to it.
    private let delimiter: Data
    private var place = Section.preamble
    /// What has come and was not read yet.
    private(set) var rest: Data

    /// In bytes: a name, a file's name and a type.
    private static let mostHeaders = 4096
    private static let lineBreak = Data("\r\n".utf8)
    private static let headersEnd = Data("\r\n\r\n".utf8)

    /// - Parameter type: The type of the body; nil is returned if it names no boundary.
    init?(_ type: MediaType) {
        guard let boundary = type["boundary"], (1...70).contains(boundary.utf8.count)
        else { return nil }
        delimiter = Data("\r\n--\(boundary)".utf8)
        // The first boundary may be at the very beginning, without a line break.
        rest = Self.lineBreak
    }

    var isOver: Bool {
        if case .epilogue = place { true } else { false }
    }

    mutating func parse(_ piece: Data) throws(Refusal) -> [Event] {
        rest.append(piece)
        var events: [Event] = []
        while try step(&events) {}
        // Its indices begin at 0 again, and what was read is let go.
        rest = Data(rest)
        return events
    }

    /// Reads one thing; returns whether there may be more.
    private mutating func step(_ events: inout [Event]) throws(Refusal) -> Bool {
        switch place {
        case .preamble: return toBoundary { _ in }
        case .content: return toBoundary { if !$0.isEmpty { events.append(.bytes($0)) } }
        case .boundary:
            guard rest.count >= 2 else { return false }
            place = rest.starts(with: Data("--".utf8)) ? .epilogue : .padding
            return true
        case .padding:
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard rest.count >= 2 else { return false }
            guard rest.starts(with: Self.lineBreak) else {
                throw .malformed("A boundary is followed by something else.")
            }
            // The line break stays: with the next two bytes, it may be the empty line that ends the headers.
            place = .headers
            return true
        case .headers:
            let end = rest.range(of: Self.headersEnd)
            // Without their end, as far as it cannot have begun: in one piece or in many, the limit is the same.
            let length =
                end.map { $0.lowerBound - rest.startIndex }
                ?? rest.count - (Self.headersEnd.count - 1)
            guard length <= Self.mostHeaders else {
                throw .malformed("A part's headers are too long.")
            }
            guard let end else { return false }
            events.append(.part(try Self.name(in: rest[rest.startIndex..<end.lowerBound])))
            rest = rest[end.upperBound...]
            place = .content
            return true
        case .epilogue:
            rest = Data()
            return false
        }
    }

    /// Hands on the bytes before the next boundary, as far as they have come.
    private mutating func toBoundary(_ take: (Data) -> Void) -> Bool {
        if let found = rest.range(of: delimiter) {
            take(rest[rest.startIndex..<found.lowerBound])
            rest = rest[found.upperBound...]
            place = .boundary
            return true
        }
        // The boundary may have begun in the last bytes.
        let safe = rest.count - (delimiter.count - 1)
        if safe > 0 {
            take(rest.prefix(safe))
            rest = rest.dropFirst(safe)
        }
        return false
    }

    private static func name(in headers: Data) throws(Refusal) -> String {
        var lines: [String] = []
        for line in String(decoding: headers, as: UTF8.self).split(separator: "\r\n") {
            // A line that begins with a blank goes on with the one before (RFC 5322, section 2.2.3).
            if let last = lines.indices.last, line.hasPrefix(" ") || line.hasPrefix("\t") {
                lines[last] += line
            } else {
                lines.append(String(line))
            }
        }
        var name: String?
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            switch parts[0].lowercased() {
            case "content-disposition": name = name ?? MediaType(parts[1])["name"]
            case "content-transfer-encoding":
                let encoding = parts[1].trimmingCharacters(in: .whitespaces).lowercased()
                guard ["7bit", "8bit", "binary"].contains(encoding) else {
                    throw .encoded(String(encoding.prefix(40)))
                }
            default: break
            }
        }
        guard let name else { throw .malformed("A part has no name.") }
        return name
    }
}
