import Foundation

/// Searches for pictures that go with a tip or a match.
public struct Searches: Sendable {
    /// A search, and where it leads.
    public struct Search: Sendable, Equatable, Codable {
        /// What is looked for.
        public let query: String
        /// The search at Pinterest.
        public let url: String

        /// A search for some words.
        public init(_ query: String) {
            var address = URLComponents()
            address.scheme = "https"
            address.host = "www.pinterest.com"
            address.path = "/search/pins/"
            address.queryItems = [URLQueryItem(name: "q", value: query)]
            // A bare plus would be read as a space.
            address.percentEncodedQuery = address.percentEncodedQuery?
                .replacing("+", with: "%2B")
            self.query = query
            url = address.string ?? "https://www.pinterest.com"
        }
    }

    /// How many searches there are for a tip or a match.
    public static let counts = 3...5

    private let queries: [String]

    private static let placeholders = ["{palette}", "{face_shape}", "{theme}"]

    /// Fills the templates in; one whose facts are unknown is left out.
    ///
    /// - Parameter facts: What is known of the person, by `{palette}`, such as `warm autumn`, `{face_shape}` and `{theme}`.
    public init(_ templates: [String], _ facts: [String: String]) {
        queries = templates.compactMap { template in
            var query = template
            for name in Self.placeholders where query.contains(name) {
                guard let value = facts[name] else { return nil }
                query = query.replacing(name, with: value)
            }
            return query
        }
    }

    /// The first searches, as many as there may be.
    public var first: [String] { Array(queries.prefix(Self.counts.upperBound)) }

    /// The searches of one of several tips: those of its neighbours are others where there are enough.
    public func part(_ place: Int) -> [String] {
        let count = min(Self.counts.lowerBound, queries.count)
        return (0..<count).map { queries[(place * count + $0) % queries.count] }
    }

    /// Whether a template needs nothing to be known.
    static func isForAll(_ template: String) -> Bool {
        !placeholders.contains(where: template.contains)
    }
}
