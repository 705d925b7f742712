import Ground
import People
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CoachWordsTests {
    private let words = Words.preset(.glowup).coach

    @Test(arguments: 0..<20)
    func `a scan is summed up in three to five lines, with what to try as an action`(
        seed: UInt64
    ) throws {
        let words = try #require(words)
        for persona in words.personas {
            let all = CoachSummary(
                by: persona, words, strength: "The face is sharp.", weakness: "Raise the chin.",
                seed: seed
            ).lines
            #expect((3...5).contains(all.count))
            #expect(persona.openings.contains(all[0]))
            #expect(all[1].contains("The face is sharp."))
            #expect(all[2].contains("Raise the chin."))
            #expect(persona.closings.contains(all[3]))
            // A plan without weaknesses, and a photo in which nothing stands out.
            let few = CoachSummary(by: persona, words, strength: nil, weakness: nil, seed: seed)
            #expect(few.lines == [all[0], words.noStrength, all[3]])
        }
    }

    @Test func `openings and closings meet freely`() throws {
        let words = try #require(words)
        for persona in words.personas {
            var met: [String: Set<String>] = [:]
            for number in 0..<300 {
                let lines = CoachSummary(
                    by: persona, words, strength: nil, weakness: nil, seed: "scan\(number)".seed
                ).lines
                met[lines[0], default: []].insert(lines[2])
            }
            #expect(met.count >= 7)
            #expect(met.values.allSatisfy { $0.count >= 3 })
        }
    }

    @Test(arguments: [
        ("Am I ugly?", "looks"), ("I hate myself", "looks"), ("Am I fat?", "looks"),
        ("I look terrible", "looks"), ("why bother", "looks"), ("Is my nose too big?", "looks"),
        ("Do you think I am pretty?", "looks"), ("nobody likes me", "looks"),
        ("rate me 1-10", "looks"), ("Does this lighting make me look soft?", "light"),
        ("Is my chin too low?", "pose"), ("Should I smile?", "smile"),
        ("Am I too close?", "framing"), ("Is the wall okay?", "background"),
        ("What should I wear?", nil),
    ])
    func `a question is about something, and about looks first`(
        question: String, topic: String?
    ) throws {
        #expect(try #require(words).live.topic(of: question) == topic)
    }

    @Test func `what is said about looks is no cheer, and rates nothing`() throws {
        let live = try #require(words).live
        let gentle = try #require(live.gentle)
        #expect(gentle.count >= 4)
        #expect(Set(gentle).isDisjoint(with: live.good))
        for line in gentle {
            #expect(!line.contains("!"))
            #expect(Wording.fault(in: line) == nil)
        }
    }

    @Test func `an operator's own coach without kind lines has those that come along`() throws {
        var words = Words.preset(.glowup)
        words.coach?.live.gentle = nil
        words.coach?.live.topics = nil
        #expect(words.completed.coach == Words.preset(.glowup).coach)
    }

    @Test func `a persona that is gone leaves the first one`() throws {
        let words = try #require(words)
        #expect(words.persona("calm")?.id == "calm")
        #expect(words.persona("gone") == words.personas.first)
        #expect(words.persona(nil)?.id == "bestie")
    }

    private static let faults: [(String, @Sendable (inout CoachWords) -> Void)] = [
        ("coach.personas", { $0.personas = [] }),
        ("coach.personas", { $0.personas[1].id = "../calm" }),
        ("coach.personas.bestie.openings", { $0.personas[0].openings = [] }),
        ("coach.personas.calm.closings[0]", { $0.personas[1].closings[0] = "You look ugly." }),
        ("coach.live.good", { $0.live.good = [] }),
        ("coach.live.fallback", { $0.live.fallback = " " }),
        ("coach.weakness", { $0.weakness = "You should have done {remark}" }),
    ]

    @Test(arguments: faults.indices) func `words of a coach that cannot be told are found`(
        index: Int
    ) throws {
        let (place, change) = Self.faults[index]
        var words = Words.preset(.glowup)
        var coach = try #require(words.coach)
        change(&coach)
        words.coach = coach
        #expect(words.problems.contains { $0.place == place }, "\(words.problems)")
    }

    @Test func `a space with a coach but without words for it takes those that come along`() {
        #expect(Words.preset(.great).completed.coach == Words.preset(.glowup).coach)
    }
}
