@testable import FaceFacts
import TestSupport
import Testing

struct PhotoScoreTests {
    @Test func `a good photo scores high, with three strengths and three weaknesses`()
        throws
    {
        let score = try #require(try DrawnFace.portrait.analysis().score)
        #expect(score.value >= 9)
        #expect(score.strengths.count == 3)
        #expect(score.weaknesses.count == 3)
        #expect(Set((score.strengths + score.weaknesses).map(\.part)).count == 6)
        #expect(score.ratings.map(\.part) == PhotoScore.Part.allCases)
    }

    @Test func `the same pixels have the same score`() throws {
        let face = DrawnFace.portrait.noisy(10)
        #expect(try face.analysis() == face.analysis())
    }

    @Test(arguments: [
        ("dark", DrawnFace.portrait.lit(0.05)), ("glaring", DrawnFace.portrait.lit(6)),
        ("blurred", DrawnFace.portrait.blurred(radius: 3)),
        ("half dark", DrawnFace.portrait.litAtLeft(0.1)),
        ("tiny", DrawnFace.portrait.shrunk(by: 8)),
    ])
    func `a spoilt photo scores below 5`(_ name: String, _ face: DrawnFace) throws {
        let score = try #require(try face.analysis().score)
        #expect(score.value < 5)
        #expect(score.value >= 1)
    }

    @Test(arguments: [
        [1, 0.5, 0.25, 0.1, 0.03].map { DrawnFace.portrait.lit($0) },
        [1, 2, 4, 8].map { DrawnFace.portrait.lit($0) },
        [0, 1, 2, 4].map { DrawnFace.portrait.blurred(radius: $0) },
        [0, 10, 30, 60].map { DrawnFace.portrait.noisy($0) },
        [1, 2, 3, 4].map { DrawnFace.portrait.shrunk(by: $0) },
        // In light that leaves something to be wished for, too: what is bad must not get better.
        [1, 2, 4, 8].map { DrawnFace.portrait.litAtLeft(0.2).lit($0) },
        [0, 10, 30, 60].map { DrawnFace.portrait.litAtLeft(0.2).noisy($0) },
    ])
    func `no spoiling raises a score`(_ worseAndWorse: [DrawnFace]) throws {
        var before = 10.0
        for face in worseAndWorse {
            let score = try face.analysis().score?.value ?? 1
            #expect(score <= before + 0.2)
            before = score
        }
    }

    @Test func `washing out a busy background does not calm it`() throws {
        let street = DrawnFace.portrait.before { x, y in (x / 9 + y / 9) % 2 == 0 ? 180 : 90 }
        let clutter = try #require(try street.analysis().facts.background?.clutter.value)
        let washed = try street.lit(3).analysis().facts.background?.clutter.value
        #expect(clutter > FaceTable.busyBackground)
        #expect(try #require(washed) > clutter - 0.05)
        let calm = try DrawnFace.portrait.before { _, _ in 255 }.analysis().facts.background
        #expect(try #require(calm).clutter.value < 0.1)
    }

    /// Measured in portraits that somebody looked at.
    @Test(arguments: [
        (clutter: 0.1, isBusy: false), (0.28, false), (0.29, false), (0.36, true), (0.43, true),
    ])
    func `an even wall out of focus is not called busy, and stripes are`(
        clutter: Double, isBusy: Bool
    ) {
        let facts = FaceFacts.best.with(background: Background(clutter: clutter))
        #expect((FaceRule.background.finding(for: facts) != nil) == isBusy)
    }

    @Test(arguments: [25.0, 32, -25, 60])
    func `a head that is turned by 25 degrees or more scores 7.5 at most, however good the rest is`(
        degrees: Double
    ) throws {
        func score(_ degrees: Double) throws -> Double {
            let facts = FaceFacts.best.with(pose: .turned(by: degrees))
            return try #require(PhotoScore(of: facts, findings: [])).value
        }
        #expect(try score(0) == 10)
        #expect(try score(degrees) <= 7.5)
    }

    @Test func `of a pose that cannot be known, only that is said`() throws {
        let small = try DrawnFace.portrait.shrunk(by: 2).analysis(scale: 1)
        #expect(small.facts.pose == nil)
        let remarks = try #require(small.score).weaknesses.filter { $0.part == .pose }
        #expect(
            remarks.map(\.sentence) == [
                "Your face has too few pixels to judge the pose. Send the photo at its full size."
            ])
    }

    @Test func `the weights are a whole`() {
        let sum = PhotoScore.Part.allCases.reduce(0) { $0 + FaceTable.weight(of: $1) }
        #expect(abs(sum - 1) < 1e-9)
    }
}
