import Foundation
import Testing

@testable import People

@Suite(.timeLimit(.minutes(10)))
struct WordsTests {
    @Test(arguments: Words.Preset.allCases) func `the words that come with the program can be used`(
        preset: Words.Preset
    ) {
        let words = Words.preset(preset)
        #expect(!words.texts.isEmpty)
        #expect(words.problems.isEmpty, "\(words.problems)")
        #expect(words.completed.problems.isEmpty)
    }

    @Test(arguments: Words.Preset.allCases) func `words come back from their JSON`(
        preset: Words.Preset
    ) throws {
        let words = Words.preset(preset)
        #expect(try Words(json: words.json) == words)
    }

    @Test func `words that lack a part take it from the preset that has it`() {
        let words = Words.preset(.headshots).completed
        #expect(words.moments == Words.preset(.great).moments)
        #expect(words.routine == Words.preset(.routine).routine)
        #expect(words.tips == Words.preset(.glowup).tips)
        #expect(words.texts == Words.preset(.headshots).texts)
    }

    @Test func `the journal of small wins never says "streak"`() {
        #expect(!Words.preset(.great).json.localizedCaseInsensitiveContains("streak"))
    }

    @Test func `claims about health are told only where the space says so`() throws {
        var routine = try #require(Words.preset(.routine).routine)
        let claims = routine.insights.filter { $0.isHealthClaim == true }.map(\.text)
        #expect(!claims.isEmpty)
        #expect(Set(routine.toldInsights).isDisjoint(with: claims))
        routine.makesHealthClaims = true
        #expect(Set(routine.toldInsights).isSuperset(of: claims))
    }

    private static func heavy(danger: [String], wins: [String]? = nil) -> HeavyWords {
        HeavyWords(thanks: "Thanks.", crisis: "Call.", danger: danger, hard: ["grey"], wins: wins)
    }

    private static let faults: [(String, String, @Sendable (inout Words) -> Void)] = [
        ("moments.praise", "empty", { $0.moments?.praise = [] }),
        ("moments.praise[0]", "empty", { $0.moments?.praise = [" "] }),
        ("moments.neutral", "400", { $0.moments?.neutral = String(repeating: "a", count: 401) }),
        ("moments.recovery", "empty", { $0.moments?.recovery = [] }),
        ("moments.recovery[0]", "shame", { $0.moments?.recovery?[0] = "No more shame." }),
        ("moments.gentle[0]", "ashamed", { $0.moments?.gentle[0] = "You should be Ashamed." }),
        (
            "texts.onboarding.welcome", "attractive",
            { $0.texts[0].texts[0].text = "See how attractive you are" }
        ),
        ("languages", "'sv'", { $0.languages.append("sv") }),
        ("languages", "no language", { $0.languages = [] }),
        ("moments.days", "no label", { $0.moments?.days.removeFirst() }),
        ("heavy.en.danger", "empty", { $0.heavy = ["en": Self.heavy(danger: [])] }),
        (
            "heavy.en.danger[1]", "no words",
            { $0.heavy = ["en": Self.heavy(danger: ["purple rain", "…"])] }
        ),
        (
            "heavy.en.wins[0]", "no words",
            { $0.heavy = ["en": Self.heavy(danger: ["rain"], wins: ["*"])] }
        ),
    ]

    @Test(arguments: faults.indices) func `what cannot be told is found with its place`(index: Int)
    {
        let (place, words, change) = Self.faults[index]
        var great = Words.preset(.great)
        change(&great)
        #expect(great.problems.count == 1)
        #expect(great.problems.first?.place == place)
        #expect(great.problems.first?.sentence.contains(words) == true)
    }

    @Test(arguments: [
        "Your skin looks diseased; see a doctor.", "This clears your skin.", "Botox would help.",
        "You look fatter than last week.", "You are a 9, so attractive.", "No excuses. Try harder.",
        "Results are guaranteed.", "You have symptoms of depression.",
        "Get a nose job: rhinoplasty.",
        "Take 500 milligrams.",
    ])
    func `what shames, diagnoses, rates a body or names a procedure is not told`(_ text: String) {
        #expect(Wording.fault(in: text) != nil)
    }

    @Test(arguments: [
        "Face the window and lift the camera.", "You did it. That counts.",
        "Warm colours near the face.", "A glass of water beside you is easy to drink.",
    ])
    func `what helps is told`(_ text: String) {
        #expect(Wording.fault(in: text) == nil)
    }

    @Test func `JSON that is no words names the place`() throws {
        let json = Words.preset(.great).json.replacing("\"praise\"", with: "\"prase\"")
        let error = #expect(throws: PeopleError.self) { try Words(json: json) }
        #expect(error == .unreadableWords("moments.praise"))
        #expect(throws: PeopleError.unreadableWords("")) { try Words(json: "no") }
    }
}
