import Foundation
import JobQueue
import Testing

@testable import HeadshotWorker

/// What an answer means, and when a delivery is sent again.
@Suite(.timeLimit(.minutes(10)))
struct DeliveryRuleTests {
    private let now = Date(timeIntervalSince1970: 1_795_262_400)

    private func outcome(
        _ answer: WebhookAnswer, attempt: Int = 1, chance: Double = 0.5
    ) -> DeliveryOutcome {
        DeliveryRule.outcome(of: answer, attempt: attempt, now: now, chance: chance)
    }

    @Test(arguments: [200, 201, 204, 299])
    func `2xx means that it arrived`(status: Int) {
        #expect(outcome(.status(status)) == .delivered(status: status))
    }

    @Test func `410 means that no more are wanted`() {
        #expect(outcome(.status(410, retryAfter: .seconds(9))) == .refused(status: 410))
    }

    @Test(arguments: [199, 300, 301, 307, 400, 401, 404, 429, 500, 503])
    func `any other status fails, and a redirect is not followed`(status: Int) {
        #expect(
            outcome(.status(status)) == .failed(status: status, reason: "status", again: now + 5))
    }

    @Test func `no answer fails like a bad one`() {
        #expect(outcome(.none("dns")) == .failed(status: nil, reason: "dns", again: now + 5))
    }

    @Test func `ten attempts take about 75 hours, each a tenth sooner or later`() {
        let waits = [5.0, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
        for (index, wait) in waits.enumerated() {
            for (chance, factor) in [(0.0, 0.9), (0.5, 1), (1, 1.1)] {
                guard
                    case .failed(_, _, let again?) = outcome(
                        .status(500), attempt: index + 1, chance: chance)
                else {
                    Issue.record("attempt \(index + 1) is the last")
                    continue
                }
                #expect(abs(again.timeIntervalSince(now) - wait * factor) < 0.01)
            }
        }
        #expect(
            outcome(.status(500), attempt: 10)
                == .failed(status: 500, reason: "status", again: nil))
        #expect((75...76).contains(waits.reduce(0, +) / 3600))
    }

    @Test(arguments: [(2, 5.0), (60, 60), (86_400, 86_400), (1_000_000, 86_400)])
    func `a receiver may ask for more time, up to a day`(seconds: Int, wait: Double) {
        #expect(
            outcome(.status(429, retryAfter: .seconds(seconds)))
                == .failed(status: 429, reason: "status", again: now + wait))
    }

    @Test func `asking for time makes no attempt more`() {
        #expect(
            outcome(.status(503, retryAfter: .seconds(60)), attempt: 10)
                == .failed(status: 503, reason: "status", again: nil))
    }
}
