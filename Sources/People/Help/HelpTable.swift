public import Foundation

/// Where persons in danger find help, by country.
public struct HelpTable: Sendable, Equatable, Codable {
    /// By the country's code in ISO 3166, such as `GB`.
    public var countries: [String: Country]
    /// What is said, by the language's code in ISO 639; one of them is `en`.
    public var lines: [String: Lines]

    /// What a country has.
    public struct Country: Sendable, Equatable, Codable {
        /// The numbers of the emergency services.
        public var emergency: [String]
        /// The page that publishes the numbers of the emergency services; an operator's own table may leave it out.
        public var source: String?
        /// The day on which that page was read, such as `2026-11-26`.
        public var checked: String?
        /// Whom one can talk to.
        public var services: [Service]
    }

    /// Somebody whom one can talk to.
    public struct Service: Sendable, Equatable, Codable {
        /// What it is called.
        public var name: String
        /// The number to call.
        public var call: String?
        /// The number to write to.
        public var write: String?
        /// When somebody answers, such as `24/7`.
        public var hours: String?
        /// The service's own page that says so.
        public var source: String
        /// The day on which that page said so, such as `2026-11-26`.
        public var checked: String
    }

    /// What is said in one language.
    public struct Lines: Sendable, Equatable, Codable {
        /// Where the country is known, with `{service}` and `{emergency}`.
        public var known: String
        /// Where it is not; it names emergency numbers that hold in many countries.
        public var general: String
        /// What an emergency number is called.
        public var emergency: String
        /// What is between the last two of several, such as `or`.
        public var or: String
    }

    /// The table that comes with the program.
    public static let shipped: HelpTable =
        (try? HelpTable(json: String(decoding: PackageResources.help_json, as: UTF8.self)))
        ?? HelpTable(countries: [:], lines: [:])
}

extension HelpTable {
    /// Reads a table that an operator has written.
    ///
    /// - Throws: ``PeopleError/unreadableWords(_:)`` with the place that is wrong.
    public init(json: String) throws(PeopleError) {
        self = try JSONDecoder().words(from: json)
    }

    /// Whom a person can reach.
    ///
    /// - Parameters:
    ///   - country: What the person has set; `nil` and a country that is not listed lead to the general line.
    ///   - language: The language of the person's words; one without a line leads to English.
    public func help(country: String?, language: String?) -> Help {
        guard let lines = lines[language ?? "en"] ?? lines["en"] else {
            return Help(text: "", numbers: [])
        }
        guard let here = country.flatMap({ countries[$0.uppercased()] }) else {
            return Help(text: lines.general, numbers: [])
        }
        let emergency = here.emergency.map {
            Help.Number(name: lines.emergency, call: $0, write: nil, hours: nil)
        }
        let services = here.services.map {
            Help.Number(name: $0.name, call: $0.call, write: $0.write, hours: $0.hours)
        }
        let service = services.first.map { "\($0.name) (\($0.call ?? $0.write ?? ""))" } ?? ""
        let text = lines.known.replacing("{service}", with: service)
            .replacing("{emergency}", with: here.emergency.joined(separator: " \(lines.or) "))
        return Help(text: text, numbers: services + emergency)
    }

    /// Whether anything in the table was checked more than a year before a day; numbers change.
    public func isOlderThanAYear(on date: Date) -> Bool {
        let calendar = Calendar(identifier: .gregorian)
        guard let limit = calendar.date(byAdding: .year, value: -1, to: date) else { return true }
        // Days in this form sort as they follow one another.
        let day = limit.formatted(.iso8601.year().month().day().dateSeparator(.dash))
        return countries.values.contains { country in
            (country.services.map(\.checked) + [country.checked].compactMap(\.self)).contains {
                $0 < day
            }
        }
    }

    /// What is wrong with the table; empty if it can be used.
    public var problems: [WordsProblem] {
        var problems: [WordsProblem] = []
        func check(_ isRight: Bool, _ place: String, _ sentence: String) {
            if !isRight { problems.append(WordsProblem(place, sentence)) }
        }
        check(lines["en"] != nil, "lines.en", "It is missing.")
        for (code, country) in countries.sorted(by: { $0.key < $1.key }) {
            let place = "countries.\(code)"
            check(
                code.wholeMatch(of: /[A-Z]{2}/) != nil, place,
                "A country has two capital letters, as in ISO 3166.")
            check(!country.emergency.isEmpty, "\(place).emergency", "It is empty.")
            check(country.source?.isEmpty != true, "\(place).source", "It is empty.")
            check(
                country.checked.map(Self.isDay) != false, "\(place).checked",
                "It is not a day such as 2026-11-26.")
            check(!country.services.isEmpty, "\(place).services", "It is empty.")
            for (index, service) in country.services.enumerated() {
                let place = "\(place).services[\(index)]"
                check(
                    service.call != nil || service.write != nil, place,
                    "It has neither 'call' nor 'write'.")
                check(!service.source.isEmpty, "\(place).source", "It is empty.")
                check(
                    Self.isDay(service.checked), "\(place).checked",
                    "It is not a day such as 2026-11-26.")
            }
        }
        return problems
    }

    private static func isDay(_ text: String) -> Bool {
        text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil
    }
}
