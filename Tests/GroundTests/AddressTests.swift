import Ground
import Testing

/// What an address of the web, and its host, can be.
struct AddressTests {
    @Test(arguments: [
        "localhost", "db1.example.com", "db1.example.com.", "my_db", "DB1", "10.0.0.7", "::1",
        "[fe80::1]", "::ffff:10.0.0.1", "sk-db1", "sk-db1.example.com",
        "headshot-postgres-primary-of-the-team",
    ])
    func `a name, and an address, with or without brackets, can be a host`(text: String) {
        #expect(text.canBeHost)
    }

    @Test(arguments: [
        "", "a b", "a..b", "me:secret", "me@host", "me%3Asecret", "[me:secret]", "abc:def", "é",
        "a\u{301}", "\u{212A}", String(repeating: "a", count: 64), "sk-planted-0123456789-abcdef",
        "AKIAPLANTED0123456789", "AQ.planted-0123456789", "Ns4TjA0vQ2xW9yZbK7LmP3Rd",
    ])
    func `a user with a password, a key and what is not ASCII cannot be a host`(text: String) {
        #expect(!text.canBeHost)
        #expect(WebAddress("https://\(text)") == nil)
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.9.9.9", true),
        ("::1", true), ("[::1]", true), ("::ffff:127.0.0.1", true), ("127.1", false),
        // These are read as octal numbers, and as no numbers.
        ("0127.0.0.1", false), ("127.0.0.+1", false), ("127.0.0.1.example.com", false),
        ("localhost.example.com", false), ("10.0.0.7", false), ("[::2]", false), ("", false),
    ])
    func `a host is this machine by its name, or by an address of it as it is usually written`(
        host: String, isHere: Bool
    ) {
        #expect(host.isLoopbackHost == isHere)
    }

    @Test func `an address has a scheme, a host, a port, a path and a query`() throws {
        let address = try #require(WebAddress("HTTPS://[::1]:8443/a/b?c=d?e"))
        #expect(address.scheme == "https")
        #expect(address.host == "[::1]")
        #expect(address.port == 8443)
        #expect(address.path == "/a/b")
        #expect(address.query == "c=d?e")
        let bare = try #require(WebAddress("http://example.com"))
        #expect(bare.port == nil && bare.path.isEmpty && bare.query == nil)
        #expect(!bare.isPrivate && address.isPrivate)
    }

    @Test(arguments: [
        "", "example.com", "ftp://example.com", "https://", "https:///a", "https://a b",
        "https://a:", "https://a:0", "https://a:65536", "https://a:x", "https://a#b", "https://::1",
        "https://me:secret@a", "https://me@a", "https://me:12/secret@a", "https://me:12?secret@a",
        "https://me:secret@\u{301}a", "https://a?\u{301}b", "https://me%3Asecret%40a",
        "https://me:secret",
    ])
    func `an address with a user, a wrong port, a fragment or no host is refused`(
        text: String
    ) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        "sk-planted", "SECRET=sk-planted", "OPENAI_API_KEY:sk-planted==", "“AIzaPlanted”",
        "sk-\u{301}planted", "AQ.planted", "whsec_planted", String(repeating: "k", count: 24),
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEK9Y", "sk-planted.more", "zqxSx/9+Q31kk",
        "Kp3-xVq81L",
        "a8f3e9d01c2b7", "CAP=a8f3e9d01c", "x9$Lm2!Qw7#z",
    ])
    func `a text that has what looks like a key is known, whatever is around it`(text: String) {
        #expect(SecretText.isLikeKey(text))
    }

    @Test(arguments: [
        "", "gemini-3.1-flash-image-preview", "HEADSHOT_MAX_SPEND_PER_DAY", "/run/secrets/gemini",
        "Europe/Berlin", "4,5 6", "X-Forwarded-Preferred", "ap-southeast-2", "2026-11-30T12:00",
        "Photos/Anna2026",
        "30,000,000,000", "twenty-five-a-day", "HEADSHOT_DAILY_CAP2", "gpt-4o-mini-2024-07-18",
    ])
    func `a name, a path and a number are no key`(text: String) {
        #expect(!SecretText.isLikeKey(text))
    }

    @Test(arguments: [
        ("'sk-planted-planted-planted' is no command", "'…' is no command"),
        ("-ksk-planted-planted-planted or --sk-planted-planted-planted.", "… or …."),
        ("./-ksk-planted-planted-planted. Join it.", "…. Join it."),
        ("-kKp3xVq81LmZt90Ab, and sk-\u{301}Kp3xVq81LmZt90Ab", "…, and sk-\u{301}…"),
        (
            "postgres://me:pa@ss/word@host/queue and https://host",
            "postgres://…@host/queue and https://host"
        ),
        (
            "'/photos/Kp3xVq81LmZt90Ab.jpg' of me@example.com",
            "'/photos/Kp3xVq81LmZt90Ab.jpg' of me@example.com"
        ),
    ])
    func `a sentence repeats no key and no password of an address`(said: String, shown: String) {
        #expect(SecretText.withoutKeys(said) == shown)
    }

    @Test(arguments: ["Kp3xVq81LmZt90Ab", "x7Gh2Kd9Qw4Zr8Tn6Yb1Mc3Vf5Lp0Js"])
    func `a mixture of letters and digits without words is refused as a key`(text: String) {
        #expect(SecretText.isKey(text))
    }

    @Test(arguments: [
        "gemini-3-pro-image-preview-of-a-day", "X-Forwarded-Preferred-Username",
        "Headshots-of-2026-by-the-whole-team", "sk-team", "TeamHeadshots2026", "Photos2026TeamOne",
    ])
    func `a long name is not refused as a key`(text: String) {
        #expect(!SecretText.isKey(text))
    }
}
