import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CleanedTests {
    @Test(arguments: [
        ("Müller 東京.jpg", "Müller 東京.jpg"), ("a\u{1B}[31m.jpg", "a\u{FFFD}[31m.jpg"),
        ("two\nlines\r\n", "two lines  "), ("a\u{2028}b\tc", "a b c"),
        ("\u{202E}gpj.exe", "\u{FFFD}gpj.exe"), ("\u{9B}2J", "\u{FFFD}2J"),
    ])
    func `strangers' words can neither move the cursor nor forge a line`(
        words: String, shown: String
    ) {
        #expect(words.printable == shown)
    }

    @Test(arguments: [("12345", "12345"), ("123456", "12345…")])
    func `strangers' words are cut`(words: String, cut: String) {
        #expect(words.cleaned(atMost: 5) == cut)
    }
}
