import Foundation
import JobQueue
import Testing

@testable import HeadshotCLI

struct ForecastTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    private func lines(
        _ newJobs: Int, model: String = "gemini-2.5-flash-image", isKeySet: Bool = true,
        places: [Int], gate: GateWords? = nil
    ) -> [String] {
        Forecast(
            newJobs: newJobs, model: model, isKeySet: isKeySet,
            cap: DailyCap(charges: 10, timeZone: .gmt), places: places, gate: gate
        ).lines(now: now)
    }

    @Test func `new jobs say whom they ask and what they cost`() {
        #expect(lines(1, places: [1]) == ["1 headshot by gemini-2.5-flash-image: about $0.039."])
        #expect(lines(10, places: [10]) == ["10 headshots by gemini-2.5-flash-image: about $0.39."])
    }

    @Test func `a model without a known price says so`() {
        #expect(
            lines(2, model: "new-1", places: [2])
                == ["2 headshots by new-1: nobody knows the price of this model."])
    }

    @Test(arguments: [
        (10, nil), (11, "2026-11-22"), (20, "2026-11-22"), (21, "2026-11-23"), (101, "2026-12-01"),
    ])
    func `the cap says on which day the last is made`(place: Int, day: String?) {
        let line = lines(1, places: [3, place]).dropFirst().first
        #expect(
            line
                == day.map { "The cap is 10 a person a day: the last is made on \($0) or later." })
    }

    @Test func `a missing key and a closed gate are told`() {
        let gate = GateWords(
            code: "too_many_requests", detail: nil, opens: now + 60, now: now, timeZone: .gmt)
        let told = lines(1, isKeySet: false, places: [1], gate: gate)
        #expect(told.count == 3)
        #expect(told[1].hasPrefix("No API key is set here"))
        #expect(
            told[2] == "Too many requests. Nothing is sent until 09:01 (1 min 0 s).")
    }
}
