import Testing

@testable import Setup

struct TimeSpanTests {
    @Test(arguments: [
        ("90s", 90), ("10m", 600), ("2h", 7200), ("30d", 2_592_000), ("1s", 1),
        ("1y", 31_536_000),
    ])
    func `a span is a number and a unit`(text: String, seconds: Int) {
        #expect(TimeSpan(argument: text)?.duration == .seconds(seconds))
    }

    @Test(arguments: ["", "10", "0s", "-5m", "1.5h", "10 m", "m", "1w", "9999999s", "１0s"])
    func `what is no span is refused`(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }
}
