import Foundation
import Testing

@testable import Answers

struct TimeWordsTests {
    @Test(arguments: [
        (-5.0, "0 s"), (0, "0 s"), (0.2, "1 s"), (59, "59 s"), (60, "1 min 0 s"),
        (299.4, "5 min 0 s"), (3599, "59 min 59 s"), (3600, "1 h 0 min"), (172_799, "47 h 59 min"),
        (172_800, "2 days 0 h"), (Double.infinity, "11574 days 1 h"),
    ])
    func `a span has at most two units`(seconds: Double, text: String) {
        #expect(TimeWords.span(seconds) == text)
    }

    @Test func `a moment of today is a clock's, another has its day`() throws {
        let now = Date(timeIntervalSince1970: 1_795_251_600)
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        #expect(TimeWords.moment(now + 300, now: now, in: .gmt) == "09:05")
        #expect(TimeWords.moment(now + 86_400, now: now, in: .gmt) == "2026-11-22 09:00")
        #expect(TimeWords.moment(now + 7 * 3600, now: now, in: tokyo) == "2026-11-22 01:00")
        #expect(TimeWords.minute(now, in: tokyo) == "2026-11-21 18:00")
        #expect(TimeWords.full(now, in: tokyo) == "2026-11-21 18:00:00")
        #expect(TimeWords.until(now + 272, now: now, in: .gmt) == "until 09:04 (4 min 32 s)")
    }
}
