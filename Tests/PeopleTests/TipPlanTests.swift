import FaceFacts
import Foundation
@testable import People
import Testing

@Suite(.timeLimit(.minutes(10)))
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

/// The tips that come with the program, over all that a photo can leave to wish for.
@Suite(.timeLimit(.minutes(10)))
struct TipPoolTests {
    private func words() throws -> TipWords { try #require(Words.preset(.glowup).tips) }

    /// Two that no photo has together: a head that is small in the frame has a background around it.
    private static let apart: [Set<PhotoMatter>] = [[.framingSmall, .backgroundHidden]]

    private static let opposites = [
        (["closer", "nearer"], ["back up", "step back", "steps away and"]),
        (["in front of you"], ["light your hair", "light behind you"]),
        (["lamp", "bright hour", "more light"], ["shade", "flash off", "lower the exposure"]),
        (["lift your chin"], ["lower your chin", "chin come down"]),
        (["tilt the camera up"], ["camera down"]),
    ]

    @Test func `each thing that a photo leaves to wish for has tips, and its part for the rest`()
        throws
    {
        let words = try words()
        for matter in PhotoMatter.allCases {
            #expect(words.short[matter.rawValue]?.isEmpty == false, "\(matter)")
            #expect(words.short[matter.part]?.isEmpty == false, "\(matter)")
        }
        let known = Set(PhotoMatter.allCases.flatMap { [$0.rawValue, $0.part] } + ["wellness"])
        #expect(Set(words.short.keys) == known)
    }

    @Test func `no two tips of a day are opposites, on any of a week's days`() throws {
        let plan = TipPlan(try words())
        let all = PhotoMatter.allCases
        for one in all {
            for other in all where one.part != other.part && !Self.apart.contains([one, other]) {
                var said: [String] = []
                for day in 0..<7 {
                    let choices = plan.ofDay(weakest: [one.rawValue, other.rawValue], said: said)
                    #expect(choices.map(\.part) == [one.part, other.part, "wellness"])
                    said += choices.map(\.tip.title)
                    let texts = choices.map { "\($0.tip.title) \($0.tip.body)".lowercased() }
                    for (left, right) in Self.opposites {
                        let has = { (words: [String]) in
                            texts.contains { text in words.contains { text.contains($0) } }
                        }
                        #expect(!(has(left) && has(right)), "\(one) \(other) \(day) \(texts)")
                    }
                }
            }
        }
    }

    @Test func `every search of a week's tip is about the tip, and no two tips have the same`()
        throws
    {
        let words = try words()
        let tips =
            [words.undertone, words.season, words.shape].flatMap { $0.values.joined() }
            + words.habits
        var seen: Set<[String]> = []
        for tip in tips {
            let queries = try #require(tip.queries)
            let some = Searches(queries, [:]).first
            #expect(Searches.counts.contains(some.count), "\(tip.title)")
            #expect(seen.insert(some).inserted, "\(tip.title)")
            func stems(_ text: String) -> Set<String> {
                let words = text.lowercased().split { !$0.isLetter }
                return Set(words.filter { $0.count > 3 }.map { String($0.prefix(4)) })
            }
            let own = stems("\(tip.title) \(tip.body)")
            for query in queries where query.contains("{") == false {
                #expect(!own.isDisjoint(with: stems(query)), "\(tip.title): \(query)")
            }
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
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
