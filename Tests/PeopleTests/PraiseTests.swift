import Ground
@testable import People
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
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
            #expect(praise.text == MomentReader(words).thanks(in: language))
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

    private func day(
        _ text: String = "2026-11-21", count: Int = 1, _ wins: [String] = [],
        tones: Set<Tone> = [.cheer], hasSign: Bool = false
    ) throws -> DayWords {
        DayWords(
            of: try #require(LocalDay(text)), count: count, wins: wins, tones: tones,
            hasSignOfDanger: hasSign, by: try #require(words.moments))
    }

    @Test(arguments: [
        ([], "Calm day"), (["Fed the cat"], "Calm day"),
        (["I called my sister", "Ran 10 km"], "Connected day"),
        (["Ran 10 km", "went to the gym", "called mum"], "Active day"),
        (["Took a nap", "slept eight hours"], "Restful day"),
        (["Washed the dishes", "Cleaned the desk", "A walk"], "Tidy day"),
        (["Finished my report", "Wrote two emails"], "Focused day"),
        (["Ran my first marathon", "did the laundry", "cleaned"], "Brave day"),
        (["Finally called the doctor"], "Brave day"),
    ])
    func `a day is called by what was done, and by something brave first`(
        wins: [String], label: String
    ) throws {
        #expect(try day(count: max(1, wins.count), wins).label == label)
    }

    @Test func `no summary has a number, and none comes twice in a week, whatever was done`() throws
    {
        let moments = try #require(words.moments)
        #expect(moments.days.count >= 6)
        let all = moments.days.flatMap { $0.summaries ?? [] } + (moments.summaries ?? [])
        #expect(Set(all).count == all.count)
        #expect(all.count >= 12)
        #expect(all.allSatisfy { $0.allSatisfy { !$0.isNumber && $0 != "{" } })
        #expect(all.allSatisfy { Wording.fault(in: $0) == nil })
        let kinds = moments.days.map { [$0.words?.first ?? "fed the cat"] }
        var day = try #require(LocalDay("2026-10-01"))
        var chance = SplitMix64(state: 5)
        var last: [String] = []
        for _ in 0..<400 {
            let wins = kinds[Int.random(in: kinds.indices, using: &chance)]
            let text = try self.day(day.description, wins).text
            #expect(!last.suffix(6).contains(text), "\(day)")
            #expect(all.contains(text))
            last.append(text)
            day = day.adding(days: 1)
        }
        #expect(Set(last).count >= 12)
    }

    @Test func `words of an operator that count moments still do`() throws {
        var moments = try #require(words.moments)
        moments.days = [MomentWords.DayLabel(from: 1, emoji: "🙂", label: "A day")]
        (moments.summaries, moments.summary) = (nil, "{count} {moment|moments}, thank you.")
        let day = DayWords(
            of: try #require(LocalDay("2026-11-21")), count: 3, wins: [], tones: [.cheer],
            hasSignOfDanger: false, by: moments)
        #expect(day.text == "3 moments, thank you.")
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
        let day = try day(count: 3, ["Ran 10 km"], tones: tones, hasSign: hasSign)
        #expect(day.isBright == isBright)
        #expect((day.label != nil) == isBright)
        #expect((day.emoji != nil) == isBright)
        #expect(([moments.neutral] + moments.gentle).contains(day.text) == !isBright)
    }
}
