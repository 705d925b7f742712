import Testing

@testable import Answers

/// Names of files that every common file system takes, and every shell.
struct FileNameTests {
    @Test(arguments: [
        ("anna-left", "anna-left"), ("Zoë 写真", "Zoë 写真"), ("a/b", "a_b"), ("a\\b", "a_b"),
        ("..", "_"), (".hidden", "_hidden"), ("-rf", "_rf"), ("a. ", "a"), ("", "headshot"),
        ("con", "con_"), ("a\nb", "a b"), ("a\u{0}b", "a_b"), ("a\u{202E}b", "a_b"),
        // Behind a mark, a file system still sees a slash, a dot and a dash.
        ("x/\u{301}y", "x_\u{301}y"), ("\\\u{301}x", "_\u{301}x"), (".\u{301}x", "_\u{301}x"),
        ("-\u{301}x", "_\u{301}x"), ("\u{D4E}/etc", "\u{D4E}_etc"), ("<\u{301}b>", "_\u{301}b_"),
    ])
    func `what a file system or a shell takes for something else is replaced`(
        text: String, name: String
    ) {
        #expect(FileName.safe(text).unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test func `a long name is cut where a character ends`() {
        let name = FileName.safe(String(repeating: "e\u{323}\u{32D}", count: 100))
        #expect(name.utf8.count <= 180)
        #expect(name.utf8.count > 170)
        #expect(name.allSatisfy { $0 == "e\u{323}\u{32D}" })
    }
}
