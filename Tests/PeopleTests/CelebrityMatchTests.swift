import Foundation
import People
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CelebrityMatchTests {
    private func list() throws -> [Celebrity] {
        let json = """
            [{"shape":"oval","theme":"Classic","name":"both","why":""},
            {"theme":"Classic","name":"theme","why":""}, {"shape":"oval","name":"shape","why":""},
            {"families":["warm"],"goals":["Glow"],"name":"warm","why":""},
            {"name":"anyone","why":""}, {"name":"anyone else","why":""}]
            """
        return try JSONDecoder().decode([Celebrity].self, from: Data(json.utf8))
    }

    private static let matches: [(Taste, String)] = [
        (Taste(shape: "oval", theme: "Classic"), "both"),
        (Taste(shape: "round", theme: "Classic"), "theme"), (Taste(theme: "Classic"), "theme"),
        (Taste(shape: "oval", theme: "Street"), "shape"), (Taste(shape: "oval"), "shape"),
        (Taste(family: "warm", goals: ["Glow"]), "warm"),
        (Taste(shape: "oval", family: "warm", goals: ["Glow"]), "warm"),
        (Taste(shape: "oval", family: "cool", goals: ["Glow"]), "shape"),
        (Taste(family: "cool", goals: ["Glow"]), "anyone"),
        (Taste(theme: "Classic", family: "warm", goals: ["Glow"]), "theme"),
    ]

    @Test(arguments: matches.indices)
    func `a theme counts more than the rest, and no one of another one is named`(
        index: Int
    ) throws {
        let (taste, name) = Self.matches[index]
        #expect(try list().matches(taste, seed: 0).first?.name == name)
    }

    @Test func `those who go equally well take turns, by the person`() throws {
        let list = try list()
        let names = (UInt64(0)...3).map {
            list.matches(Taste(family: "cool"), seed: $0).first?.name
        }
        #expect(names == ["anyone", "anyone else", "anyone", "anyone else"])
        #expect([Celebrity]().matches(Taste(), seed: 0).isEmpty)
    }

    @Test func `the best four take turns, but a theme is not given up for that`() throws {
        let list = try list()
        func names(_ taste: Taste) -> [String?] {
            (UInt64(0)..<4).map { list.matches(taste, seed: $0).first?.name }
        }
        #expect(names(Taste(shape: "oval")) == ["shape", "warm", "anyone", "anyone else"])
        let both = Taste(shape: "oval", theme: "Classic")
        #expect(names(both) == ["both", "theme", "both", "theme"])
        let theme = Taste(shape: "round", theme: "Classic")
        #expect(names(theme) == ["theme", "theme", "theme", "theme"])
    }

    /// What may be all that is known of a person.
    private static let tastes: [Taste] = {
        let words = Words.preset(.glowup)
        let shapes = Set((words.celebrities ?? []).compactMap(\.shape)).sorted()
        var tastes = [Taste()]
        for family in ["warm", "cool", "neutral"] { tastes.append(Taste(family: family)) }
        for shape in shapes { tastes.append(Taste(shape: shape)) }
        for theme in words.themes ?? [] {
            tastes.append(Taste(theme: theme))
            for shape in shapes { tastes.append(Taste(shape: shape, theme: theme)) }
        }
        return tastes
    }()

    @Test(arguments: tastes)
    func `of 16 persons of one taste no more than four get the same name`(taste: Taste) throws {
        let list = try #require(Words.preset(.glowup).celebrities)
        var names: [String: Int] = [:]
        for seed in UInt64(0)..<16 {
            let best = try #require(list.matches(taste, seed: seed).first)
            #expect(best.theme == taste.theme)
            names[best.name, default: 0] += 1
        }
        #expect(names.values.allSatisfy { $0 <= 4 }, "\(names)")
    }

    @Test func `over all goals and colors many are named, and none more than four times of 16`()
        throws
    {
        let words = Words.preset(.glowup)
        let list = try #require(words.celebrities)
        let quiz = try #require(words.quiz)
        let goals = try #require(quiz.questions.first { $0.id == "main_goal" }).options
        #expect(list.count { $0.shape == nil && $0.theme == nil } >= 15)
        #expect(Set(list.map(\.why)).count == list.count)
        #expect(Set(list.flatMap { $0.families ?? [] }).isSubset(of: quiz.colourFamilies.keys))
        #expect(Set(list.flatMap { $0.goals ?? [] }).isSubset(of: goals))
        for seed in UInt64(0)..<50 {
            var names: [String: Int] = [:]
            for goal in goals {
                for family in ["warm", "cool", "neutral", nil] {
                    let found = list.matches(Taste(family: family, goals: [goal]), seed: seed)
                    names[try #require(found.first).name, default: 0] += 1
                    #expect(Set(found.prefix(6).map(\.name)).count >= 3)
                }
            }
            #expect(names.count >= 6)
            #expect(names.values.allSatisfy { $0 <= 4 }, "\(names)")
        }
    }
}
