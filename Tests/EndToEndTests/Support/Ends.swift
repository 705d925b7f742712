/// Values at the ends of what a program can read, for every place that takes a value from outside.
enum Ends {
    /// Numbers, times and names as texts; short enough for one argument and one header.
    static let texts =
        numbers + days + times + [
            "", " ", "-", "+5", "1.5", "NaN", "inf", "nil", "../../etc/passwd", "%s%n", "a,b",
            "a;b=c",
            "GMT+5", "Etc/GMT+14", "😀", "é\u{301}\u{301}", "\u{202E}abc", "ﷺ", "\u{FFFF}",
            String(repeating: "9", count: 4000),
        ]

    static let numbers = [
        "0", "-0", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "1e300", "-1e300", "999999d",
    ]

    static let days = [
        "0000-00-00", "0001-01-01", "1899-12-31", "1969-12-31", "2000-06-01", "2011-12-30",
        "9999-12-31", "10000-01-01",
    ]

    static let times =
        (days + ["1999-12-31", "2001-01-01", "9998-12-31"]).map { "\($0)T12:00:00Z" } + [
            "2026-11-21T24:00:00Z", "2026-11-21T12:00:00+23:59", "9999-12-31T23:59:59.999Z",
            "09:00",
        ]

    /// The same as JSON, with what only JSON can say.
    static let json =
        (days + times + ["", "-1", "1e300", "NaN", "GMT+5", "GMT+99", "😀", "\u{202E}abc"]).map(
            quoted)
        + numbers.dropLast() + [
            "-1.5", "1e18", "null", "true", "[]", "{}", "[null]", #""\u0000""#, #""a\u0000b""#,
            #""\ud800""#, quoted(String(repeating: "x", count: 60_000)),
            quoted(String(repeating: "x", count: 100_000)),
            String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000),
        ]

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
