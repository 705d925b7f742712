internal import Foundation

/// JSON of unknown shape, read without errors: what is missing or has another type is nil.
enum JSONValue: Sendable, Equatable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init?(_ data: Data) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else { return nil }
        self = value
    }

    /// Parses the body of an answer, however a gateway may have changed it.
    init?(answer body: Data) {
        guard let value = Self(body) ?? Self(repairing: body) ?? Self(streamed: body) else {
            return nil
        }
        self = value
    }

    /// Parses a document despite faults that leave its meaning clear: invalid UTF-8, lone surrogates, raw
    /// control characters, and zero bytes or a byte order mark around it.
    init?(repairing data: Data) {
        let body = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        // Outside strings, a control character is white space or does not belong there.
        let text = String(decoding: body.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
        self.init(Data(Self.withoutLoneSurrogates(Array(text.utf8))))
    }

    /// Parses an answer that a gateway streams, as an array of the documents that are whole; nil if none is.
    init?(streamed data: Data) {
        guard let documents = JSONStream(data)?.documents, !documents.isEmpty else { return nil }
        self = .array(documents)
    }

    /// The same bytes with `\uFFFD` for each escaped lone surrogate.
    private static func withoutLoneSurrogates(_ json: [UInt8]) -> [UInt8] {
        func codeUnit(at start: Int) -> UInt16? {
            guard start + 6 <= json.count, json[start] == UInt8(ascii: "\\"),
                json[start + 1] == UInt8(ascii: "u")
            else { return nil }
            return UInt16(String(decoding: json[start + 2..<start + 6], as: UTF8.self), radix: 16)
        }
        var result = json
        var position = 0
        while let escape = json[position...].firstIndex(of: UInt8(ascii: "\\")) {
            position = min(escape + 2, json.count)
            guard let unit = codeUnit(at: escape) else { continue }
            position = escape + 6
            guard UTF16.isSurrogate(unit) else { continue }
            if UTF16.isLeadSurrogate(unit), let next = codeUnit(at: position),
                UTF16.isTrailSurrogate(next)
            {
                position += 6
                continue
            }
            result.replaceSubrange(escape + 2..<escape + 6, with: "FFFD".utf8)
        }
        return result
    }

    /// Whether the bytes are a whole JSON object or array; cheap while they are not.
    static func isDocument(_ body: Data) -> Bool {
        guard let last = body.last(where: { !blanks.contains($0) }),
            last == UInt8(ascii: "}") || last == UInt8(ascii: "]")
        else { return false }
        return JSONValue(body) != nil
    }

    private static let blanks = Data(" \t\r\n".utf8)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if container.decodeNil() {
            self = .null
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not JSON")
        }
    }

    /// The texts at any depth, fields by name; those with the given names, and all below them, are left out.
    func texts(exceptIn names: Set<String>) -> [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap { $0.texts(exceptIn: names) }
        case .object(let fields):
            fields.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
                .flatMap { $0.value.texts(exceptIn: names) }
        case .number, .bool, .null: []
        }
    }

    /// A field of an object, by its name in camel case; the wire may also use snake case.
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[name] ?? fields[Self.snakeCase(name)]
    }

    var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A count: a whole number up to a billion, as a number or as a string, as 64-bit numbers are sent.
    var count: Int? {
        let value: Int? =
            switch self {
            case .number(let number): Int(exactly: number)
            case .string(let digits): Int(digits)
            case .null, .bool, .array, .object: nil
            }
        return value.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
    }

    var wholeNumber: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(exactly: number)
    }

    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { result, character in
            if character.isUppercase { result.append("_") }
            result.append(contentsOf: character.lowercased())
        }
    }
}
