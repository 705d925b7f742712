public import FoundationEssentials

extension TimeZone {
    /// The zone with a name of the IANA time zone database, such as `Europe/Berlin`; `nil` for any other text.
    ///
    /// Rules such as `GMT+5` and `CET-1CEST` are not names: POSIX counts their hours westwards, and Foundation reads some
    /// of them eastwards and others not at all.
    public init?(named name: String) {
        guard name.utf8.count <= Self.longestName,
            name.wholeMatch(of: /(<[^>]*>|[A-Za-z]{3,})[+-]?[0-9].*/) == nil
                || Self.namesWithDigits.contains(name)
        else { return nil }
        self.init(identifier: name)
    }

    /// In bytes; the longest name has 32.
    private static let longestName = 64
    /// The names of the database that look like rules, and mean the same.
    private static let namesWithDigits: Set = [
        "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "GMT0", "GMT+0", "GMT-0",
    ]
}
