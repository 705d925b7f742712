import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Reads bodies, within limits of size and time.
enum RequestBytes {
    /// In bytes: no order is longer.
    static let mostJSON = 65_536
    /// For a short body; a client that needs longer is broken, or does harm.
    private static let patience: Duration = .seconds(10)

    /// Decodes a body of JSON in snake case.
    ///
    /// - Parameter mayHaveMore: Whether members that are unknown are passed over; otherwise they are refused, so that no
    ///   client takes something for done that was not understood.
    static func decode<Value: Decodable & Sendable>(
        _ type: Value.Type, from request: Request, mayHaveMore: Bool = false
    ) async throws -> Value {
        let bytes = try await collect(request)
        guard !bytes.hasEscapedNull else {
            throw Refusal.malformed(
                "The body has a null character (\\u0000), which no text may have.")
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .custom(Self.time)
        let value: Value
        do {
            value = try decoder.decode(type, from: bytes)
        } catch {
            throw Refusal.malformed(words(for: error))
        }
        if !mayHaveMore { try UnknownMembers.refuse(in: bytes, for: value) }
        return value
    }

    /// A time as in ISO 8601, with or without fractions of a second, which JavaScript writes.
    private static func time(_ decoder: any Decoder) throws -> Date {
        let text = try decoder.singleValueContainer().decode(String.self)
        // Foundation would take the 99th minute for the 39th of the next hour.
        let isReal =
            LocalDay(String(text.prefix(10))) != nil
            && text.dropFirst(10).prefixMatch(of: /T([01]\d|2[0-3]):[0-5]\d:[0-5]\d/) != nil
        for fractions in [false, true] where isReal {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fractions)
            if let date = try? Date(text, strategy: style), Date.acceptable.contains(date) {
                return date
            }
        }
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: timeForm))
    }

    private static let timeForm = "send a time from 1900 to 9999, such as 2026-11-21T09:00:00Z"

    /// A short body as it is.
    static func collect(_ request: Request) async throws -> Data {
        try request.requireNoEncoding()
        let bytes = try await finished(within: patience) {
            var bytes = Data()
            try await request.read(most: mostJSON) { bytes.append($0) }
            return bytes
        }
        guard let bytes else { throw Refusal.tooSlow }
        return bytes
    }

    /// Where the JSON is wrong, without repeating what was sent.
    private static func words(for error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map { sent($0) }.joined(separator: ".")
        }
        // As the client spells it: the decoder has turned the names into those of our types.
        func sent(_ key: any CodingKey) -> String { key.stringValue.inSnakeCase }
        switch error as? DecodingError {
        case .keyNotFound(let key, _): return "The member '\(sent(key))' is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            let place = path(context)
            guard !place.isEmpty else { return "The body is not a JSON object." }
            let form = context.debugDescription == timeForm ? ": \(timeForm)" : ""
            return "The member '\(place)' is wrong\(form)."
        default: return "The body is not a JSON object."
        }
    }
}

/// The result of some work; `nil` if it takes longer than a limit.
func finished<Value: Sendable>(
    within limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            // Waits: for the limit, in a race with the work.
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}

extension String {
    /// A name in camel case, as JSON spells it.
    var inSnakeCase: String { replacing(/[A-Z]/) { "_\($0.output.lowercased())" } }
}

extension Data {
    /// Whether JSON has `\u0000` in a string: a server of the queue would end the text there.
    var hasEscapedNull: Bool {
        var rest = self[...]
        while let found = rest.range(of: Data("\\u0000".utf8)) {
            // An even number of backslashes before it are characters themselves.
            let before = rest[..<found.lowerBound].reversed().prefix { $0 == UInt8(ascii: "\\") }
            if before.count.isMultiple(of: 2) { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }
}

extension Request {
    /// Hands on the body piece by piece, and returns its length; throws if it is larger than it may be.
    @discardableResult
    func read(most: Int, _ take: (Data) async throws -> Void) async throws -> Int {
        if let length = headers.announcedLength, length > most { throw Refusal.tooLarge(most) }
        var count = 0
        for try await piece in body {
            count += piece.readableBytes
            guard count <= most else { throw Refusal.tooLarge(most) }
            try await take(Data(buffer: piece))
        }
        return count
    }

    /// Throws if the body is encoded: none is unpacked, so that its size is that of its bytes.
    func requireNoEncoding() throws(Refusal) {
        guard let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" else {
            return
        }
        throw .encoded(String(encoding.prefix(40)))
    }
}

extension HTTPFields {
    /// The length of a body as its sender announces it, in bytes; one that no number here holds is the largest that does.
    var announcedLength: Int? {
        guard let digits = self[.contentLength], digits.wholeMatch(of: /[0-9]+/) != nil else {
            return nil
        }
        return Int(digits: digits, in: 0...Int.max) ?? .max
    }
}

extension Request {
    /// The client's own name for what it sends, from the header `Idempotency-Key`, quoted or bare; nil without one.
    func idempotencyKey() throws(Refusal) -> String? {
        guard let field = HTTPField.Name("Idempotency-Key"), let text = headers[field] else {
            return nil
        }
        var key = text[...]
        if key.count > 1, key.hasPrefix("\""), key.hasSuffix("\"") {
            key = key.dropFirst().dropLast()
        }
        guard OrderKey.nameLengths.contains(key.count), key.isVisibleASCII else {
            throw .malformed("'Idempotency-Key' has 1 to 200 visible ASCII characters.")
        }
        return String(key)
    }
}

extension StringProtocol {
    /// Whether it has only characters of ASCII that leave a mark on paper.
    var isVisibleASCII: Bool { unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) } }
}

extension String {
    /// Whether it has 1 to 64 characters that need no escaping in an address.
    var isPlainName: Bool { wholeMatch(of: /[A-Za-z0-9._~-]{1,64}/) != nil }

    /// Whether a text that a person writes is longer than is kept.
    ///
    /// A character may have any number of combining marks, so its bytes are limited, too.
    var isTooLong: Bool { utf8.count > Self.mostBytes || count > Self.mostCharacters }

    static let mostCharacters = 2000
    /// Four bytes a character.
    static let mostBytes = 4 * mostCharacters

    /// Throws unless it can be a client's name for what it sends.
    func checkClientID() throws(Refusal) {
        guard !isPlainName else { return }
        throw .malformed("'client_id' has 1 to 64 letters, digits, '.', '_', '~' or '-'.")
    }
}
