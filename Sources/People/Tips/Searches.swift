import Foundation

/// Searches for pictures that go with a tip or a match.
public struct Searches: Sendable {
    /// What is known of the person, by the placeholders of the words.
    public struct Facts: Sendable, Equatable {
        /// Such as `warm autumn`.
        public var palette: String?
        /// The shape of the face.
        public var faceShape: String?
        /// The style.
        public var theme: String?

        /// Describes what is known.
        public init(palette: String? = nil, faceShape: String? = nil, theme: String? = nil) {
            self.palette = palette
            self.faceShape = faceShape
            self.theme = theme
        }
    }

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

    /// Fills the templates in; one whose facts are unknown is left out.
    public init(_ templates: [String], _ facts: Facts) {
        let values = [
            ("{palette}", facts.palette), ("{face_shape}", facts.faceShape),
            ("{theme}", facts.theme),
        ]
        queries = templates.compactMap { template in
            var query = template
            for (name, value) in values where query.contains(name) {
                guard let value else { return nil }
                query = query.replacing(name, with: value)
            }
            return query
        }
    }

    /// The searches of one of several tips: those of its neighbours are others where there are enough.
    public func part(_ place: Int) -> [String] {
        let count = min(Self.counts.lowerBound, queries.count)
        return (0..<count).map { queries[(place * count + $0) % queries.count] }
    }

    /// Whether a template needs nothing to be known.
    static func isForAll(_ template: String) -> Bool {
        !["{palette}", "{face_shape}", "{theme}"].contains(where: template.contains)
    }
}
