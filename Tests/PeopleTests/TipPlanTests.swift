import Foundation
import People
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TipPlanTests {
    private func words() throws -> TipWords { try #require(Words.preset(.glowup).tips) }

    @Test func `the weakest part of a photo comes first, and ease last`() throws {
        let plan = TipPlan(try words())
        let choices = plan.ofDay(weakest: ["light", "background", "pose"], said: [])
        #expect(choices.map(\.part) == ["light", "background", "wellness"])
        #expect(choices.first?.tip.title == "Face the window")
    }

    @Test func `without a scan, light comes first`() throws {
        let choices = TipPlan(try words()).ofDay(weakest: [], said: [])
        #expect(choices.count == TipPlan.count)
        #expect(choices.first?.part == "light")
        #expect(choices.last?.part == "wellness")
    }

    @Test func `no tip comes again before all others of its part have`() throws {
        let words = try words()
        let plan = TipPlan(words)
        var said: [String] = []
        let light = try #require(words.short["light"])
        var told: [String] = []
        for _ in light.indices {
            let choices = plan.ofDay(weakest: ["light"], said: said)
            told.append(try #require(choices.first).tip.title)
            said += choices.map(\.tip.title)
        }
        #expect(told == light.map(\.title))
        #expect(plan.ofDay(weakest: ["light"], said: said).first?.tip.title == told.first)
    }

    @Test func `a part that the words do not know leaves its place to the next`() throws {
        var words = try words()
        words.short["sharpness"] = nil
        let choices = TipPlan(words).ofDay(weakest: ["sharpness", "pose", "light"], said: [])
        #expect(choices.map(\.part) == ["pose", "light", "wellness"])
    }

    @Test func `a week is about colours and shape where they are known, and the next about others`()
        throws
    {
        let words = try words()
        let plan = TipPlan(words)
        func week(_ said: [String]) -> [String] {
            plan.ofWeek(undertone: "warm", season: "autumn", shape: "oval", said: said)
                .map(\.tip.title)
        }
        let first = week([])
        #expect(
            first
                == [words.undertone["warm"], words.season["autumn"], words.shape["oval"]]
                .map { $0?.first?.title })
        let second = week(first)
        #expect(Set(second).isDisjoint(with: first))
        #expect(second.count == TipPlan.count)
    }

    @Test func `what is not known is looked for, and not guessed`() throws {
        let words = try words()
        let tips = TipPlan(words).ofWeek(undertone: nil, season: nil, shape: nil, said: [])
        #expect(tips.count == TipPlan.count)
        let unknown = [words.undertone["unknown"], words.shape["unknown"]]
        #expect(tips.prefix(2).map(\.tip.title) == unknown.map { $0?.first?.title })
    }
}

@Suite(.timeLimit(.minutes(1)))
struct SearchesTests {
    private let templates = [
        "{palette} outfit {theme}", "{face_shape} hair", "plain wall", "window light", "poses",
    ]

    @Test func `a search whose facts are unknown is left out`() {
        let none = Searches(templates, [:])
        #expect(none.part(0) == ["plain wall", "window light", "poses"])
        let some = Searches(templates, ["{palette}": "warm autumn", "{theme}": "Classic"])
        #expect(some.part(0).first == "warm autumn outfit Classic")
        #expect(!some.part(0).contains { $0.contains("{") })
    }

    @Test func `tips beside each other have other searches where there are enough`() {
        let searches = Searches(templates + ["a", "b", "c", "d"], [:])
        let places = (0..<2).flatMap(searches.part)
        #expect(Set(places).count == places.count)
        #expect(Searches.counts.contains(searches.part(0).count))
        #expect(Searches([], [:]).part(0).isEmpty)
    }

    @Test(arguments: [
        ("warm tones", "warm%20tones"), ("50% wool + linen", "50%25%20wool%20%2B%20linen"),
        ("a&b=c#d", "a%26b%3Dc%23d"), ("çà", "%C3%A7%C3%A0"),
    ])
    func `an address carries the words whole`(words: String, encoded: String) {
        #expect(
            Searches.Search(words).url == "https://www.pinterest.com/search/pins/?q=\(encoded)")
    }
}

@Suite(.timeLimit(.minutes(1)))
struct CelebrityMatchTests {
    private func list() throws -> [Celebrity] {
        let json = """
            [{"shape":"oval","theme":"Classic","name":"both","why":""},
            {"theme":"Classic","name":"theme","why":""}, {"shape":"oval","name":"shape","why":""},
            {"name":"anybody","why":""}, {"name":"anybody else","why":""}]
            """
        return try JSONDecoder().decode([Celebrity].self, from: Data(json.utf8))
    }

    private static let matches: [(String?, String?, String)] = [
        ("oval", "Classic", "both"), ("round", "Classic", "theme"), (nil, "Classic", "theme"),
        ("oval", "Street", "shape"), ("oval", nil, "shape"), (nil, nil, "anybody"),
        ("round", "Street", "anybody"),
    ]

    @Test(arguments: matches.indices)
    func `a theme counts more than a shape, and nobody of another one is named`(
        index: Int
    ) throws {
        let (shape, theme, name) = Self.matches[index]
        #expect(try list().match(shape: shape, theme: theme, seed: 0)?.name == name)
    }

    @Test func `those who go equally well take turns`() throws {
        let list = try list()
        let names = (UInt64(0)...3).map { list.match(shape: nil, theme: nil, seed: $0)?.name }
        #expect(names == ["anybody", "anybody else", "anybody", "anybody else"])
        #expect([Celebrity]().match(shape: nil, theme: nil, seed: 0) == nil)
    }
}
