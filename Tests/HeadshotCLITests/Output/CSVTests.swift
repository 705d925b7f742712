import Testing

@testable import HeadshotCLI

struct CSVTests {
    @Test(arguments: [
        (["a", "b"], "a,b"), (["", nil], ","), (["a,b"], #""a,b""#),
        ([#"say "hi""#], #""say ""hi""""#), (["a b"], #""a b""#), (["über"], "über"),
    ])
    func `cells are quoted where they must be`(cells: [String?], row: String) {
        #expect(CSV.row(cells) == row)
    }

    @Test(arguments: [
        ("=HYPERLINK(A1)", "'=HYPERLINK(A1)"), ("+1", "'+1"), ("-anna", "'-anna"), ("@a", "'@a"),
        (" =1", #"" '=1""#), ("＝1", "'＝1"), (#"a;=1"#, #""a;'=1""#), ("a; -1", #""a; '-1""#),
        (#"a;"=1"#, #""a;""'=1""#), ("=-1", "'=-1"),
        // Readers know no characters of several scalars.
        ("=\u{338}1", "'=\u{338}1"), ("\u{301}=1", "\u{301}'=1"), ("\u{A0}=1", "\u{A0}'=1"),
        ("x\"\u{301},=1", "\"x\"\"\u{301},=1\""), ("a;\u{301}=1", "\"a;\u{301}'=1\""),
    ])
    func `what a spreadsheet would compute begins with an apostrophe`(cell: String, row: String) {
        #expect(CSV.row([cell]).unicodeScalars.elementsEqual(row.unicodeScalars))
    }

    @Test(arguments: ["a-b", "a=b", "anna-left.jpg", "2026-11-21T09:00:00Z", "5+5"])
    func `what no spreadsheet computes stays as it is`(cell: String) {
        #expect(CSV.row([cell]) == cell)
    }

    @Test func `what would break a line or hide a sign is replaced`() {
        #expect(CSV.row(["a\tb\r\nc\u{202E}"]) == "\"a b  c\u{FFFD}\"")
    }
}
