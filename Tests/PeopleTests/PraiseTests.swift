import People
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PraiseTests {
    private let words = Words.preset(.great)

    private func praise(
        _ tone: Tone, in language: String? = "en", said: [String] = [], seed: UInt64 = 0,
        pool: [String]? = nil
    ) throws -> Praise {
        var moments = try #require(words.moments)
        if let pool { moments.praise = pool }
        return Praise(
            MomentReading(tone: tone, language: language), by: moments, MomentReader(words),
            said: said, seed: seed)
    }

    @Test func `no line comes twice on a day before all others have`() throws {
        let pool = try #require(words.moments).praise
        for seed in UInt64(0)..<7 {
            var said: [String] = []
            for round in 0..<(2 * pool.count) {
                let line = try praise(.cheer, said: said, seed: seed &* 31 &+ UInt64(round)).text
                #expect(line != said.last)
                said.append(line)
            }
            #expect(Set(said.prefix(pool.count)) == Set(pool))
            #expect(Set(said.suffix(pool.count)) == Set(pool))
        }
    }

    @Test func `a pool of one line says it each time`() throws {
        #expect(try praise(.cheer, said: ["Yes."], pool: ["Yes."]).text == "Yes.")
    }

    @Test func `danger is answered with thanks in its language, never from a pool`() throws {
        for language in ["de", "en"] {
            let praise = try praise(.crisis, in: language)
            #expect(praise.text == MomentReader(words).heavyWords(in: language)?.thanks)
            #expect(!praise.isOfPool)
        }
    }

    @Test func `each tone has lines of its own, and none that no list knows is cheered`() throws {
        let moments = try #require(words.moments)
        let pools: [(Tone, [String])] = [
            (.crisis, [moments.neutral]), (.neutral, [moments.neutral]), (.gentle, moments.gentle),
            (.recovery, try #require(moments.recovery)), (.cheer, moments.praise),
        ]
        #expect(pools.map(\.0) == Tone.allCases)
        for (tone, pool) in pools {
            let said = try (UInt64(0)..<200).map { try praise(tone, in: nil, seed: $0).text }
            #expect(Set(said) == Set(pool))
        }
        let all = pools.dropFirst().flatMap(\.1)
        #expect(Set(all).count == all.count)
    }

    @Test(arguments: [(1, 0), (3, 0), (4, 1), (40, 1)])
    func `a day's label goes by the number of its moments`(count: Int, label: Int) throws {
        let moments = try #require(words.moments)
        let day = DayWords(
            count: count, tones: [.cheer], hasSignOfDanger: false, by: moments, seed: 0)
        #expect(day.label == moments.days[label].label)
        #expect(day.text.hasPrefix("\(count) moment"))
    }

    /// The tones of a day, whether there is a sign of danger, and whether the day is bright.
    private static let days: [(Set<Tone>, Bool, Bool)] = [
        ([.cheer], false, true), ([.recovery], false, true), ([.cheer, .neutral], false, true),
        ([.neutral], false, false), ([.neutral], true, false), ([.cheer, .neutral], true, false),
        ([.cheer, .gentle], false, false), ([.recovery, .gentle], false, false),
        ([.cheer, .crisis], true, false), ([.gentle], false, false),
    ]

    @Test(arguments: days.indices)
    func `a day is labelled for its wins, and not beside anything hard or unclear`(
        index: Int
    ) throws {
        let (tones, hasSign, isBright) = Self.days[index]
        let moments = try #require(words.moments)
        let day = DayWords(
            count: 3, tones: tones, hasSignOfDanger: hasSign, by: moments, seed: 5)
        #expect(day.isBright == isBright)
        #expect((day.label != nil) == isBright)
        #expect((day.emoji != nil) == isBright)
        #expect(day.text.contains("3 moments") == isBright)
        #expect(([moments.neutral] + moments.gentle).contains(day.text) == !isBright)
    }
}
