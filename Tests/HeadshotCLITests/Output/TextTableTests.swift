import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct TextTableTests {
    @Test func `columns are as wide as their widest cell, and no line ends in spaces`() {
        var table = TextTable("JOB", "STATE", "NOTE")
        table.add("7m2kq4x0ab", "waiting", "")
        table.add("é", "", "last")
        #expect(
            table.text == """
                JOB         STATE    NOTE
                7m2kq4x0ab  waiting
                é                    last
                """)
    }

    @Test func `a cell of several lines keeps its column`() {
        var table = TextTable("A", "SUM", "B")
        table.add("x", "$1 known,\n$2 unknown", "y")
        #expect(table.text == "A  SUM         B\nx  $1 known,   y\n   $2 unknown")
    }

    @Test func `fields without a value are left out, and later lines are indented`() {
        var fields = FieldList()
        fields.add("job", "7m2kq4x0ab")
        fields.add("headshot", nil)
        fields.add("next", "one\ntwo")
        #expect(
            fields.text == """
                job   7m2kq4x0ab
                next  one
                      two
                """)
    }

    @Test(arguments: [
        ("ann.jpg", 7), ("é", 1), ("e\u{301}", 1), ("田中.jpg", 8), ("ｶﾅ", 2), ("ＡＢ", 4), ("한국", 4),
        ("😀", 2), ("👩‍👩‍👧", 2), ("🇯🇵", 2), ("❤️", 2), ("❤", 1), ("ก็", 1), ("\u{200B}", 0), ("שלום", 4),
        ("a\u{20DD}", 1), ("─✓·", 3), ("㍿", 2), ("𠮷", 2),
    ])
    func `a text is as wide as a terminal shows it`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func `columns stay aligned beside wide letters and marks`() {
        var table = TextTable("PHOTO", "STATE")
        table.add("田中😀.jpg", "waiting")
        table.add("ann.jpg", "failed")
        table.add("e\u{301}e\u{301}.jpg", "failed")
        #expect(
            table.text == """
                PHOTO       STATE
                田中😀.jpg  waiting
                ann.jpg     failed
                e\u{301}e\u{301}.jpg      failed
                """)
    }

    @Test func `a table written in parts has one header, and is as wide as its rows so far`() {
        var table = TextTable("JOB", "STATE")
        table.add("long-one", "failed")
        var whole = table
        let first = table.takeLines()
        table.add("b", "waiting")
        whole.add("b", "waiting")
        #expect(first + "\n" + table.takeLines() == whole.text)
        table.add("c", "failed")
        #expect(table.takeLines() == "c         failed")
    }

    @Test(arguments: [(0, ""), (1, ""), (2, "田"), (3, "田"), (4, "田中"), (5, "田中a")])
    func `a line is cut between letters`(width: Int, expected: String) {
        #expect(StyledLine("田中a").text(width: width) == expected)
    }
}
