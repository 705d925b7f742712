import People
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PraiseTests {
    private let words = Words.preset(.great)

    private func praise(
        _ reading: MomentReading, said: [String] = [], seed: UInt64 = 0, pool: [String]? = nil
    ) throws -> Praise {
        var moments = try #require(words.moments)
        if let pool { moments.praise = pool }
        return Praise(reading, by: moments, MomentReader(words), said: said, seed: seed)
    }

    @Test func `no line comes twice on a day before all others have`() throws {
        let pool = try #require(words.moments).praise
        for seed in UInt64(0)..<7 {
            var said: [String] = []
            for round in 0..<(2 * pool.count) {
                let line = try praise(.light, said: said, seed: seed &* 31 &+ UInt64(round)).text
                #expect(line != said.last)
                said.append(line)
            }
            #expect(Set(said.prefix(pool.count)) == Set(pool))
            #expect(Set(said.suffix(pool.count)) == Set(pool))
        }
    }

    @Test func `a pool of one line says it each time`() throws {
        #expect(try praise(.light, said: ["Yes."], pool: ["Yes."]).text == "Yes.")
    }

    @Test func `danger is answered with thanks and help, never from a pool`() throws {
        let praise = try praise(.heavy(language: "de"))
        let heavy = MomentReader(words).heavyWords(in: "de")
        #expect(praise.text == heavy?.thanks)
        #expect(praise.crisis == heavy?.crisis)
        #expect(!praise.isOfPool)
    }

    @Test func `hard days and unknown languages are never cheered`() throws {
        let moments = try #require(words.moments)
        for seed in UInt64(0)..<50 {
            #expect(!moments.praise.contains(try praise(.hard, seed: seed).text))
            #expect(try praise(.unlisted, seed: seed).text == moments.neutral)
        }
    }

    @Test(arguments: [(1, 0), (3, 0), (4, 1), (40, 1)])
    func `a day's label goes by the number of its moments`(count: Int, label: Int) throws {
        let moments = try #require(words.moments)
        let day = DayWords(count: count, readings: ["light"], by: moments, seed: 0)
        #expect(day.label == moments.days[label].label)
        #expect(day.text.hasPrefix("\(count) moment"))
    }

    @Test(arguments: ["heavy", "hard"]) func `nobody labels a hard day`(reading: String) throws {
        let moments = try #require(words.moments)
        let day = DayWords(count: 3, readings: ["light", reading], by: moments, seed: 5)
        #expect(day.label == nil)
        #expect(day.emoji == nil)
        #expect(moments.gentle.contains(day.text))
    }
}
