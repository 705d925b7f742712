import Foundation
import People
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HelpTableTests {
    private let table = HelpTable.shipped

    @Test
    func `the table that comes with the program has no mistakes, and a source for each number`() {
        #expect(table.problems.isEmpty)
        #expect(table.countries.count > 10)
        #expect(Set(table.lines.keys) == ["de", "en", "es", "fr"])
        for country in table.countries.values {
            for service in country.services { #expect(service.source.hasPrefix("https://")) }
            #expect(country.source?.hasPrefix("http") == true)
            #expect(country.checked != nil)
        }
    }

    @Test func `the documentation has each number with its source and the day it was read`() throws
    {
        let page = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../docs/help.md")
                .standardized,
            encoding: .utf8)
        let lines = page.split(separator: "\n")
        func expectLine(_ parts: [String?]) {
            let parts = parts.compactMap(\.self)
            #expect(
                lines.contains { line in parts.allSatisfy { line.contains($0) } }, "\(parts)")
        }
        for (code, country) in table.countries {
            expectLine(["| \(code) |", country.source, country.checked] + country.emergency)
            for service in country.services {
                expectLine([
                    "| \(code) |", service.name, service.call, service.write, service.hours,
                    service.source, service.checked,
                ])
            }
        }
        let rows = table.countries.values.reduce(0) { $0 + 1 + $1.services.count }
        #expect(lines.count { $0.wholeMatch(of: /\| [A-Z]{2} \|.*/) != nil } == rows)
    }

    @Test
    func `a country's text names its emergency numbers and somebody to talk to, in the language`()
        throws
    {
        for (code, country) in table.countries {
            let texts = table.lines.keys.map { table.help(country: code, language: $0) }
            #expect(Set(texts.map(\.text)).count == table.lines.count)
            for help in texts {
                for number in country.emergency { #expect(help.text.contains(number)) }
                #expect(help.text.contains(country.services[0].name))
                #expect(
                    help.numbers.suffix(country.emergency.count).map(\.call) == country.emergency)
                #expect(help.numbers.count == country.emergency.count + country.services.count)
            }
        }
    }

    @Test(arguments: [nil, "XX"])
    func `without a known country the language's general line is told`(
        _ country: String?
    ) {
        for language in table.lines.keys {
            let help = table.help(country: country, language: language)
            #expect(help.text == table.lines[language]?.general)
            #expect(help.numbers.isEmpty)
            #expect(help.text.contains("112"))
        }
        let english = table.help(country: country, language: "en")
        #expect(table.help(country: country, language: "sv") == english)
        #expect(table.help(country: country, language: nil) == english)
        #expect(
            table.help(country: "us", language: "sv") == table.help(country: "US", language: "en"))
    }

    @Test func `a table is old a year after its oldest entry`() throws {
        let checked = try Date("2026-01-15T12:00:00Z", strategy: .iso8601)
        let json = """
            {"countries": {"SE": {"emergency": ["112"], "services": [
                {"name": "A", "call": "1", "source": "https://example.com", "checked": "2026-01-15"},
                {"name": "B", "call": "2", "source": "https://example.com", "checked": "2026-03-01"}]}},
             "lines": {}}
            """
        let table = try HelpTable(json: json)
        #expect(!table.isOlderThanAYear(on: checked.addingTimeInterval(365 * 86400)))
        #expect(table.isOlderThanAYear(on: checked.addingTimeInterval(366 * 86400)))
        // The day on which the emergency numbers were read counts, too.
        let older = try HelpTable(
            json: json.replacing("[\"112\"],", with: "[\"112\"], \"checked\": \"2025-06-01\","))
        #expect(older.isOlderThanAYear(on: checked.addingTimeInterval(365 * 86400)))
    }

    @Test(arguments: [
        ("\"SE\"", "\"se\"", "countries.se"), ("[\"112\"]", "[]", "countries.SE.emergency"),
        ("\"call\": \"1\", ", "", "countries.SE.services[0]"),
        ("2026-01-15", "15.1.2026", "countries.SE.services[0].checked"),
        ("https://example.com", "", "countries.SE.services[0].source"),
        ("[\"112\"],", "[\"112\"], \"source\": \"\",", "countries.SE.source"),
        ("[\"112\"],", "[\"112\"], \"checked\": \"today\",", "countries.SE.checked"),
        ("\"en\"", "\"sv\"", "lines.en"),
    ])
    func `what is wrong with an operator's table is told with its place`(
        old: String, new: String, place: String
    ) throws {
        let json = """
            {"countries": {"SE": {"emergency": ["112"], "services": [
                {"name": "A", "call": "1", "source": "https://example.com", "checked": "2026-01-15"}]}},
             "lines": {"en": {"known": "{service} {emergency}", "general": "Call.",
                "emergency": "Emergency", "or": "or"}}}
            """
        #expect(try HelpTable(json: json).problems.isEmpty)
        let problems = try HelpTable(json: json.replacing(old, with: new)).problems
        #expect(problems.map(\.place) == [place])
    }

    @Test func `JSON of another form is refused with the place that is wrong`() {
        #expect(throws: PeopleError.unreadableWords("lines")) {
            try HelpTable(json: "{\"countries\": {}}")
        }
    }
}
