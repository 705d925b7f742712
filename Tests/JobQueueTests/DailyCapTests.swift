import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DailyCapTests {
    /// A moment in a zone, the day that it belongs to, and when the next one begins; times in UTC.
    struct Case: Sendable, CustomTestStringConvertible {
        let zone: String
        let moment: String
        let day: String
        let next: String
        let why: String

        init(_ zone: String, _ moment: String, _ day: String, _ next: String, _ why: String) {
            self.zone = zone
            self.moment = moment
            self.day = day
            self.next = next
            self.why = why
        }

        var testDescription: String { "\(zone) at \(moment): \(why)" }
    }

    static let cases: [Case] = [
        Case("GMT", "2026-11-21T23:59:59Z", "2026-11-21", "2026-11-22T00:00:00Z", "plain"),
        Case("GMT", "2026-11-22T00:00:00Z", "2026-11-22", "2026-11-23T00:00:00Z", "midnight"),
        Case("GMT", "2028-02-28T12:00:00Z", "2028-02-28", "2028-02-29T00:00:00Z", "leap year"),
        Case("GMT", "2026-12-31T12:00:00Z", "2026-12-31", "2027-01-01T00:00:00Z", "new year"),
        Case(
            "Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29", "2026-03-29T22:00:00Z",
            "a day of 23 hours"),
        Case(
            "Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25", "2026-10-25T23:00:00Z",
            "a day of 25 hours"),
        Case(
            "Europe/Berlin", "2026-10-25T22:59:59Z", "2026-10-25", "2026-10-25T23:00:00Z",
            "its 25th hour"),
        Case(
            "America/Los_Angeles", "2026-03-08T08:00:00Z", "2026-03-08", "2026-03-09T07:00:00Z",
            "a day of 23 hours"),
        Case(
            "America/Los_Angeles", "2026-11-01T07:00:00Z", "2026-11-01", "2026-11-02T08:00:00Z",
            "a day of 25 hours"),
        Case(
            "Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-29", "2011-12-30T10:00:00Z",
            "the next day was left out"),
        Case(
            "America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-03", "2018-11-04T03:00:00Z",
            "the next midnight does not exist"),
        Case(
            "America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-04", "2018-11-05T02:00:00Z",
            "a day that begins at one"),
        Case(
            "America/Sao_Paulo", "2018-02-18T02:30:00Z", "2018-02-17", "2018-02-18T03:00:00Z",
            "the last hour twice"),
        Case(
            "Asia/Beirut", "2024-03-30T12:00:00Z", "2024-03-30", "2024-03-30T22:00:00Z",
            "the next midnight does not exist"),
        Case(
            "Asia/Beirut", "2024-10-26T12:00:00Z", "2024-10-26", "2024-10-26T22:00:00Z",
            "the last hour twice"),
        Case(
            "America/Santiago", "2026-09-05T12:00:00Z", "2026-09-05", "2026-09-06T04:00:00Z",
            "the next midnight does not exist"),
        Case(
            "America/Santiago", "2026-04-05T03:30:00Z", "2026-04-04", "2026-04-05T04:00:00Z",
            "a day of 25 hours, its last"),
        Case(
            "Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24", "2026-04-24T21:00:00Z",
            "a day that begins at one"),
        Case(
            "Africa/Cairo", "2026-10-29T21:30:00Z", "2026-10-29", "2026-10-29T22:00:00Z",
            "the last hour twice"),
        Case(
            "America/St_Johns", "2010-11-07T02:30:30Z", "2010-11-07", "2010-11-08T03:30:00Z",
            "a minute of the next day, and then the last hour again"),
        Case(
            "America/Havana", "2024-11-02T12:00:00Z", "2024-11-02", "2024-11-03T04:00:00Z",
            "the next midnight twice"),
        Case(
            "Australia/Lord_Howe", "2026-10-03T12:00:00Z", "2026-10-03", "2026-10-03T13:30:00Z",
            "half an hour"),
        Case(
            "Asia/Kathmandu", "2026-11-21T18:14:59Z", "2026-11-21", "2026-11-21T18:15:00Z",
            "an odd offset"),
    ]

    @Test(arguments: cases)
    func `a day ends where the zone's next one begins`(day: Case) throws {
        let zone = try #require(TimeZone(identifier: day.zone))
        let cap = DailyCap(timeZone: zone)
        let moment = try Date(day.moment, strategy: .iso8601)
        #expect(cap.day(of: moment) == day.day)
        #expect(cap.nextDay(after: moment) == (try Date(day.next, strategy: .iso8601)))
    }

    @Test(arguments: [
        "GMT", "Europe/Berlin", "America/Los_Angeles", "Pacific/Apia", "America/Sao_Paulo",
        "Asia/Beirut", "America/Havana", "Africa/Cairo", "Asia/Tehran", "Pacific/Chatham",
    ])
    func `every hour of a year has a next day, and the day lasts until then`(
        name: String
    ) throws {
        let cap = DailyCap(timeZone: try #require(TimeZone(identifier: name)))
        let start = try Date("2018-01-01T00:00:00Z", strategy: .iso8601)
        for hour in stride(from: 0, to: 365 * 24, by: 1) {
            let moment = start + Double(hour) * 3600
            let next = cap.nextDay(after: moment)
            guard next > moment, cap.day(of: next) > cap.day(of: moment),
                cap.day(of: next - 0.001) == cap.day(of: moment)
            else {
                Issue.record("\(moment): the next day begins at \(next)")
                return
            }
        }
    }
}
