import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct StyledLineTests {
    private var line: StyledLine {
        var line = StyledLine("ab", .good)
        line.add("cd")
        return line
    }

    @Test func `colour is there only if asked for`() {
        #expect(line.text() == "abcd")
        #expect(line.text(isColoured: true) == "\u{1B}[32mab\u{1B}[0mcd")
    }

    @Test func `no text moves the cursor of a terminal`() {
        var line = StyledLine("a\u{1B}[2J")
        line.add("b\nc\u{202E}")
        #expect(line.text() == "a\u{FFFD}[2Jb c\u{FFFD}")
    }

    @Test func `a cut line still ends its colour`() {
        #expect(line.text(width: 1, isColoured: true) == "\u{1B}[32ma\u{1B}[0m")
        #expect(line.text(width: 3, isColoured: true) == "\u{1B}[32mab\u{1B}[0mc")
        #expect(line.text(width: 0) == "")
    }
}
