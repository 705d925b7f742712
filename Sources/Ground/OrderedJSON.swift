public import FoundationEssentials

extension JSONEncoder {
    /// An encoder whose keys are in order, so that equal values give equal text.
    public static var ordered: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension String {
    /// The text as a JSON string, with its quotes.
    public var asJSON: String {
        // A string can always be encoded.
        let bytes = try? JSONEncoder.ordered.encode(self)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? #""""#
    }
}
