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

    @Test(arguments: [
        ("Asia/Tokyo", "Europe/Berlin", " UTC+9"), ("Asia/Kolkata", "GMT", " UTC+5:30"),
        ("America/New_York", "GMT", " UTC-5"), ("America/St_Johns", "GMT", " UTC-3:30"),
        ("GMT", "Asia/Tokyo", " UTC"),
        // The clocks show the same, whatever the zones are called.
        ("Asia/Tokyo", "Asia/Seoul", ""), ("Europe/Lisbon", "GMT", ""), ("Asia/Tokyo", nil, ""),
    ])
    func `a time whose clock is not the reader's has its offset`(
        zone: String, reader: String?, offset: String
    ) throws {
        let now = Date(timeIntervalSince1970: 1_795_251_600)
        let zone = try #require(TimeZone(identifier: zone))
        let plain = TimeWords.minute(now, in: zone)
        TimeWords.$reader.withValue(reader.flatMap(TimeZone.init(identifier:))) {
            #expect(TimeWords.minute(now, in: zone) == plain + offset)
            #expect(TimeWords.full(now, in: zone) == "\(plain):00\(offset)")
            let clock = String(plain.suffix(5))
            #expect(TimeWords.moment(now, now: now, in: zone) == clock + offset)
            #expect(TimeWords.until(now, now: now, in: zone) == "until \(clock)\(offset) (0 s)")
        }
    }

    @Test func `the offset is that of the day, as summer and winter have it`() throws {
        let summer = Date(timeIntervalSince1970: 1_782_000_000)
        let (berlin, lagos) = try (
            #require(TimeZone(identifier: "Europe/Berlin")),
            #require(TimeZone(identifier: "Africa/Lagos"))
        )
        TimeWords.$reader.withValue(lagos) {
            #expect(TimeWords.minute(summer, in: berlin).hasSuffix(" UTC+2"))
            #expect(!TimeWords.minute(summer + 180 * 86_400, in: berlin).contains("UTC"))
        }
    }

    @Test func `a page that is read later has no time left`() {
        let now = Date(timeIntervalSince1970: 1_795_251_600)
        TimeWords.$saysSpans.withValue(false) {
            #expect(TimeWords.until(now + 272, now: now, in: .gmt) == "until 09:04")
        }
    }
}
