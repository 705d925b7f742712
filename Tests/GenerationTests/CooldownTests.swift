import Foundation
import Testing

@testable import Generation

struct CooldownTests {
    /// 2026-11-20 12:00 in Los Angeles, in winter time.
    private static let noon = "2026-11-20T20:00:00Z"

    @Test(
        arguments: [
            (Cooldown.Scope.perMinute, nil, noon, "2026-11-20T20:05:00Z"),
            (.perMinute, .milliseconds(34_075), noon, "2026-11-20T20:05:00Z"),
            (.perMinute, .seconds(400), noon, "2026-11-20T20:06:40Z"),
            (.unspecified, nil, noon, "2026-11-20T20:05:00Z"),
            (.unspecified, .seconds(3600), noon, "2026-11-20T21:00:00Z"),
            (.perMinute, .seconds(315_576_000_000), noon, "2026-11-22T20:00:00Z"),
            (.unspecified, .seconds(86_400_000), noon, "2026-11-22T20:00:00Z"),
            (.perDay, .seconds(86_400_000), noon, "2026-11-22T20:00:00Z"),
            (.perDay, .seconds(31_167), noon, "2026-11-21T04:39:27Z"),
            (.perDay, .seconds(600), noon, "2026-11-20T20:10:00Z"),
            (.perDay, .seconds(599), noon, "2026-11-21T08:00:00Z"),
            (.perDay, .milliseconds(997), noon, "2026-11-21T08:00:00Z"),
            (.perDay, nil, noon, "2026-11-21T08:00:00Z"),
            // A minute before midnight the least wait reaches into the next day.
            (.perDay, nil, "2026-11-21T07:59:00Z", "2026-11-21T08:04:00Z"),
            // At midnight itself the next one counts.
            (.perDay, nil, "2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z"),
            // In summer time, and over the night in which it ends.
            (.perDay, nil, "2026-07-01T20:00:00Z", "2026-07-02T07:00:00Z"),
            (.perDay, nil, "2026-11-01T20:00:00Z", "2026-11-02T08:00:00Z"),
        ] as [(Cooldown.Scope, Duration?, String, String)])
    func `a cooldown ends when the quota is back, after five minutes at least and two days at most`(
        _ scope: Cooldown.Scope, _ delay: Duration?, _ now: String, _ end: String
    ) throws {
        let cooldown = Cooldown(scope: scope, retryDelay: delay, message: ProviderMessage(text: ""))
        let style = Date.ISO8601FormatStyle()
        #expect(try cooldown.end(after: style.parse(now)) == style.parse(end))
    }
}
