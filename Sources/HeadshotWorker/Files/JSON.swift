import Foundation

/// Values as JSON text, for the queue and the sidecars.
enum JSON {
    /// A value's text, with sorted keys so that equal values give equal text.
    static func text(_ value: some Encodable, isPretty: Bool = false) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a text; `nil` if it does not decode.
    static func value<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try? decoder.decode(type, from: Data(text.utf8))
    }
}
