import Testing

@testable import People

/// Where the persons of a space find help.
@Suite(.timeLimit(.minutes(10)))
struct SpaceHelpTests {
    private static let own = """
        {"countries": {"SE": {"emergency": ["199"], "services": [
            {"name": "The Line", "call": "020", "source": "https://example.com", "checked": "2026-01-01"}]}},
         "lines": {
            "en": {"known": "Talk to {service} or {emergency}.", "general": "Call somebody.",
                "emergency": "Help", "or": "or"},
            "sv": {"known": "Ring {service} eller {emergency}.", "general": "Ring någon.",
                "emergency": "Hjälp", "or": "eller"}}}
        """

    private func words(_ change: (inout Words) throws -> Void = { _ in }) throws -> Words {
        var words = Words.preset(.great)
        words.languages = ["sv", "en"]
        words.help = try HelpTable(json: Self.own)
        try change(&words)
        return words
    }

    @Test func `a space's own table takes the place of the one that comes with the program`() throws
    {
        let words = try words()
        #expect(words.helpTable == words.help)
        #expect(words.help(in: "en", country: "SE").text.contains("The Line"))
        #expect(words.help(in: "en", country: "SE").numbers.map(\.call) == ["020", "199"])
        #expect(words.help(in: "en", country: "US").numbers.isEmpty)
        #expect(Words.preset(.great).helpTable == .shipped)
    }

    @Test func `words of an unknown language get the line of the space's first`() throws {
        let words = try words()
        let first = words.help(in: nil, country: nil)
        #expect(first == words.help(in: "sv", country: nil))
        #expect(first != words.help(in: "en", country: nil))
    }

    @Test func `a space's own line stands before the numbers of the table, in its language alone`()
        throws
    {
        let words = try words {
            $0.heavy = [
                "sv": HeavyWords(
                    thanks: "Tack.", crisis: "Ring oss.", danger: ["vill dö"], hard: ["ledsen"])
            ]
        }
        let swedish = words.help(in: "sv", country: "SE")
        let english = words.help(in: "en", country: "SE")
        #expect(swedish.text == "Ring oss.")
        #expect(english.text != swedish.text)
        #expect(swedish.numbers.map(\.call) == english.numbers.map(\.call))
    }

    @Test func `what is wrong with a table is found with its place among the words`() throws {
        let json = Self.own.replacing("\"SE\"", with: "\"se\"")
        let problems = try words {
            $0.languages = ["en"]
            $0.help = try HelpTable(json: json)
        }.problems
        #expect(problems.map(\.place) == ["help.countries.se"])
    }
}
