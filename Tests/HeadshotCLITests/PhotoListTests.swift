import Foundation
import Ground
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct PhotoListTests {
    @Test(arguments: [
        ("a.jpg\nb c.jpg\n", false, ["a.jpg", "b c.jpg"]),
        ("a.jpg\r\n\r\nb.jpg", false, ["a.jpg", "b.jpg"]),
        ("a\nb.jpg\0c.jpg\0", true, ["a\nb.jpg", "c.jpg"]),
        ("", false, []), ("", true, []),
    ])
    func `a list is read by its lines or its zero bytes`(
        text: String, isNullSeparated: Bool, paths: [String]
    ) throws {
        let found = try PhotoList.paths(
            in: Data(text.utf8), isNullSeparated: isNullSeparated, list: "list")
        #expect(found == paths)
    }

    @Test(arguments: [("a.jpg\n", false), ("a.jpg\r\n", false), ("a.jpg\0", true)])
    func `a name that is not UTF-8 is taken as it is, and stops no other`(
        end: String, isNullSeparated: Bool
    ) throws {
        let bytes = Data("é.jpg".utf8) + Data(end.utf8.dropFirst(5)) + Data([0x63, 0xE9, 0x2E])
        let found = try PhotoList.paths(
            in: bytes, isNullSeparated: isNullSeparated, list: "list")
        #expect(found.first == "é.jpg")
        let rest = found.dropFirst()
        #expect(rest.map(PathText.bytes) == [[0x63, -0x17, 0x2E, 0]])
    }

    @Test func `a typed path has the bytes that were typed, each argument once`() {
        var typed = TypedPaths(of: [
            Array("é.jpg".utf8), [0x61, 0xFF], [0x61, 0xFE], Array("a\u{FFFD}".utf8),
        ])
        #expect(typed.path("é.jpg") == "é.jpg")
        let found = ["a\u{FFFD}", "a\u{FFFD}", "a\u{FFFD}"].map { typed.path($0) }
        #expect(found.map(PathText.readable) == ["a\\xff", "a\\xfe", "a\u{FFFD}"])
    }

    @Test func `a list that is no text is refused`() {
        #expect(throws: UserMessage.unreadableList(path: "list")) {
            try PhotoList.paths(in: Data([0xFF, 0xFE]), isNullSeparated: false, list: "list")
        }
    }
}
