import Testing

@testable import Setup

struct NearestWordTests {
    @Test(arguments: [
        ("list", "list", 0), ("lsit", "list", 1), ("drian", "drain", 1), ("", "ab", 2),
    ])
    func `letters are counted that were mistyped`(from: String, to: String, steps: Int) {
        #expect(NearestWord.steps(from: from, to: to) == steps)
    }
}
