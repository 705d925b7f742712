import Answers
import Generation
import HeadshotWorker
import JobQueue
import People
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct WordsCheckTests {
    private func checked(_ name: String, _ problems: [WordsProblem]?) throws -> WordsChecks.Checked
    {
        WordsChecks.Checked(space: try #require(Space(name)), problems: problems)
    }

    @Test func `the first space whose words cannot be told is named, with the way to see all`()
        throws
    {
        let well = try checked("shop", [])
        #expect(WordsChecks.spaces([], of: 0) == .ok("spaces", "none"))
        #expect(WordsChecks.spaces([well], of: 1).finding == "1, and their texts are valid")
        // The words of very many spaces are not all read.
        let some = WordsChecks.spaces([well], of: 9)
        #expect(some.level == .ok)
        #expect(some.finding.contains("--deep"))
        var words = Words.preset(.great)
        words.languages = []
        let problems = words.problems
        #expect(!problems.isEmpty)
        let bad = WordsChecks.spaces([well, try checked("journal", problems)], of: 2)
        #expect(bad.level == .warning)
        #expect(bad.finding.hasPrefix("journal: languages"))
        #expect(bad.remedy?.contains("headshot space check journal") == true)
        let damaged = WordsChecks.spaces([try checked("journal", nil)], of: 1)
        #expect(damaged.level == .warning)
        #expect(damaged.remedy?.contains("--words") == true)
    }

    @Test(arguments: ProviderKind.paid)
    func `a model for words is judged by the service's list, and never stops headshots`(
        provider: ProviderKind
    ) throws {
        let models = try #require(ModelFacts.namable(of: provider.rawValue, for: .words))
        let dearest = try #require(models.last)
        func listed(
            _ names: [String], named: String? = nil, gone: Set<String> = []
        ) -> Check? {
            WordsChecks.listed(.models(names), of: provider, named: named, gone: gone)
        }
        #expect(listed([dearest])?.level == .ok)
        #expect(listed(models, named: dearest)?.finding == "\(dearest) is there")
        let none = listed(["model-x"])
        #expect(none?.level == .warning)
        #expect(none?.remedy?.contains("--provider local") == true)
        #expect(listed([dearest], gone: [dearest])?.level == .warning)
        let other = listed([models[0]], named: dearest)
        #expect(other?.level == .warning)
        #expect(other?.remedy?.contains("WORDS_MODEL to \(models[0])") == true)
        // Without a list, the check of the service says why.
        let away = WordsChecks.listed(
            .unavailable(Unavailability(.unreachable, "away")), of: provider, named: nil)
        #expect(away == nil)
    }

    @Test func `the model for words is told with how it is known`() {
        let chosen = KnownModels(chosen: "c")
        let findings = [
            WordsChecks.model(of: .openai, named: "m", known: chosen),
            WordsChecks.model(of: .openai, named: nil, known: chosen),
            WordsChecks.model(of: .openai, named: nil, known: KnownModels()),
        ].map(\.finding)
        #expect(findings[0] == "m (as named)")
        #expect(findings[1] == "c (chosen from the key's list)")
        #expect(findings[2].contains("expected"))
    }
}
