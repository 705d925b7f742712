import Testing

@testable import HeadshotCLI

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
}
