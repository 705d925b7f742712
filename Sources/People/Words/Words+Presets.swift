import Foundation

extension Words {
    /// The words of a sort of app; the raw value is stable and stored.
    public enum Preset: String, Sendable, CaseIterable {
        case headshots, glowup, great, routine
    }

    /// The words that come with the program.
    public static func preset(_ preset: Preset) -> Words { presets[preset.rawValue] ?? .none }

    /// Words whose missing parts are those of the presets that have them.
    public var completed: Words {
        var words = self
        for other in Preset.allCases.map(Words.preset) {
            words.quiz = words.quiz ?? other.quiz
            words.moments = words.moments ?? other.moments
            words.routine = words.routine ?? other.routine
            words.tips = words.tips ?? other.tips
            words.queries = words.queries ?? other.queries
            words.swatches = words.swatches ?? other.swatches
            words.celebrities = words.celebrities ?? other.celebrities
            words.themes = words.themes ?? other.themes
            words.coach = words.coach ?? other.coach
            if let live = other.coach?.live { words.coach?.live.complete(by: live) }
        }
        return words
    }

    /// Reads words from JSON in snake case.
    ///
    /// - Throws: ``PeopleError/unreadableWords(_:)`` with the place that is wrong.
    public init(json: String) throws(PeopleError) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.words(from: json)
    }

    /// The words as JSON in snake case, for an operator to change.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static let none = Words(languages: [], links: [:], texts: [])

    private static let presets: [String: Words] = [
        "headshots": PackageResources.headshots_json, "glowup": PackageResources.glowup_json,
        "great": PackageResources.great_json, "routine": PackageResources.routine_json,
    ].compactMapValues { try? Words(json: String(decoding: $0, as: UTF8.self)) }
}

extension JSONDecoder {
    /// Reads what an operator has written.
    func words<Value: Decodable>(from json: String) throws(PeopleError) -> Value {
        do {
            return try decode(Value.self, from: Data(json.utf8))
        } catch let error as DecodingError {
            throw .unreadableWords(error.place)
        } catch {
            throw .unreadableWords("")
        }
    }
}

extension DecodingError {
    /// The path of the member that is wrong.
    fileprivate var place: String {
        let path: [any CodingKey]
        switch self {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: path = []
        }
        return path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
}
