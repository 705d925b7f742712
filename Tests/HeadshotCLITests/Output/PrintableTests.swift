import Testing

@testable import HeadshotCLI

struct PrintableTests {
    @Test(arguments: [
        ("Müller 東京.jpg", "Müller 東京.jpg"), ("a\u{1B}[31m.jpg", "a\u{FFFD}[31m.jpg"),
        ("two\nlines", "two\u{FFFD}lines"), ("\u{202E}gpj.exe", "\u{FFFD}gpj.exe"),
    ])
    func `a strange name can neither move the cursor nor forge a line`(
        name: String, shown: String
    ) {
        #expect(name.printable == shown)
    }
}
