import Foundation
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(1)))
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

    @Test func `a list that is no text is refused`() {
        #expect(throws: UserMessage.unreadableList(path: "list")) {
            try PhotoList.paths(in: Data([0xFF, 0xFE]), isNullSeparated: false, list: "list")
        }
    }
}
