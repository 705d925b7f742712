import People
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct QuizTests {
    private func words() throws -> QuizWords { try #require(Words.preset(.glowup).quiz) }

    @Test(arguments: 5...7) func `questions are drawn at random, each once`(count: Int) throws {
        let words = try words()
        let quiz = Quiz(words)
        #expect(quiz.counts == 5...7)
        var seen: Set<String> = []
        for seed in 0..<60 {
            var chance = SplitMix64(state: UInt64(seed))
            let ids = quiz.draw(count, using: &chance).map(\.id)
            #expect(ids.count == count)
            #expect(Set(ids).count == count)
            seen.formUnion(ids)
        }
        #expect(seen == Set(words.questions.map(\.id)))
    }

    @Test(arguments: [
        ("flying", QuizAnswer.one("Yes"), "no question"),
        ("do_you_know_your_undertone", .one("Perhaps"), "at most once"),
        ("do_you_know_your_undertone", .several(["Yes"]), "one option"),
        ("main_goal", .one("Glow on camera"), "a list"),
        ("main_goal", .several(["Glow on camera", "Glow on camera"]), "at most once"),
        ("upload_sample_photo_now", .one("yes"), "a scan"),
    ])
    func `an answer that does not fit its question is named`(
        id: String, answer: QuizAnswer, words: String
    ) throws {
        #expect(Quiz(try self.words()).problem(in: [id: answer])?.contains(words) == true)
    }

    @Test func `every option of every question can be chosen`() throws {
        let words = try words()
        for question in words.questions where question.type != .photo {
            for option in question.options {
                let answer: QuizAnswer = question.type == .radio ? .one(option) : .several([option])
                #expect(Quiz(words).problem(in: [question.id: answer]) == nil)
            }
        }
    }

    @Test(arguments: ["Warm", "Cool", "Neutral"])
    func `a family of colours is told to who named it`(
        option: String
    ) throws {
        let words = try words()
        let preview = Quiz(words).preview(
            of: ["color_preferences": .several(["No idea", option])], faceShape: nil, celebrity: nil
        )
        let family = try #require(words.colourFamilies[option.lowercased()])
        #expect(preview.colourFamily == family)
        #expect(preview.text.contains(family))
        #expect(preview.faceShape == nil)
    }

    @Test func `nothing is guessed from an answer that says nothing`() throws {
        let words = try words()
        let preview = Quiz(words).preview(
            of: [
                "color_preferences": .several(["No idea"]),
                "do_you_know_your_face_shape": .one("Yes"),
            ], faceShape: nil, celebrity: nil)
        #expect(preview.colourFamily == nil)
        #expect(preview.faceShape == nil)
        #expect(Wording.fault(in: preview.text) == nil)
        let goals = try #require(words.questions.first { $0.id == "main_goal" }).options
        let all = Quiz(words).preview(
            of: ["main_goal": .several(goals)], faceShape: "oval", celebrity: "Ada")
        #expect(all.faceShape == "oval")
        for goal in goals { #expect(all.text.contains(try #require(words.preview.goals[goal]))) }
        #expect(Wording.fault(in: all.text) == nil)
    }
}
