import Foundation
import JobQueue
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct PaceTests {
    private let start = Date(timeIntervalSince1970: 1_795_251_600)

    @Test(
        arguments: [
            (12, 48, 80.0, "12 of 60 done, 9.0 a minute, about 5 min 20 s left"),
            (300, 300, 60.0, "300 of 600 done, 300 a minute, about 1 min 0 s left"),
            // Too few, too soon, and nothing left to wait for.
            (2, 58, 80.0, nil), (12, 48, 2.0, nil), (60, 0, 80.0, nil),
        ] as [(Int, Int, Double, String?)])
    func `the pace is told once enough jobs have ended`(
        ended: Int, left: Int, seconds: Double, words: String?
    ) {
        var keeper = PaceKeeper()
        let before: [JobState: Int] = [.succeeded: 100, .waiting: ended + left]
        #expect(keeper.pace(before, now: start) == nil)
        let after: [JobState: Int] = [
            .succeeded: 100 + ended - 1, .failed: 1, .waiting: left, .running: 0,
        ]
        #expect(keeper.pace(after, now: start + seconds)?.words == words)
    }

    @Test func `counting begins anew after a prune and a clock that was set back`() {
        var keeper = PaceKeeper()
        _ = keeper.pace([.succeeded: 100, .waiting: 50], now: start)
        #expect(keeper.pace([.succeeded: 10, .waiting: 50], now: start + 60) == nil)
        #expect(keeper.pace([.succeeded: 40, .waiting: 20], now: start + 120)?.ended == 30)
        #expect(keeper.pace([.succeeded: 50, .waiting: 10], now: start - 60) == nil)
        #expect(keeper.pace([:], now: start) == nil)
    }
}
