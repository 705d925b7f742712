import Foundation
import Testing

@testable import Invites
@testable import JobQueue

/// Lists of persons, as spreadsheets and people write them.
@Suite(.timeLimit(.minutes(10)))
struct InviteListTests {
    private func persons(_ text: String) throws -> [NewInvitee] {
        try InviteList.persons(in: Data(text.utf8), space: try #require(TestQueue.acme))
    }

    private static let readable: [(text: String, rows: [[String]])] = [
        ("id\nanna\n", [["anna", "", "", ""]]),
        (
            "id,name,department,email\nanna,Anna Müller,Law,anna@example.com\nbert,,,",
            [["anna", "Anna Müller", "Law", "anna@example.com"], ["bert", "", "", ""]]
        ),
        (
            "\u{FEFF}ID,Name\r\nanna,\"Müller, Anna \"\"A\"\"\"\r\n\r\n",
            [["anna", "Müller, Anna \"A\"", "", ""]]
        ),
        ("name;id\n Anna ; anna \n", [["anna", "Anna", "", ""]]),
        ("id,name\nanna,Müller; Anna\n", [["anna", "Müller; Anna", "", ""]]),
        ("email,id\n=cmd@example.com,a.b_c~d-e\n", [["a.b_c~d-e", "", "", "=cmd@example.com"]]),
    ]

    @Test(arguments: readable)
    func `a list is read as it was meant`(text: String, rows: [[String]]) throws {
        let read = try persons(text).map { [$0.person.rawValue, $0.name, $0.department, $0.email] }
        #expect(read == rows)
    }

    private static let refused: [(text: String, fault: InviteList.Fault)] = [
        ("", .noColumns), ("\n\n", .noColumns), ("name\nanna\n", .noColumns),
        ("id,\"name\nanna\n", .noColumns),
        ("id,name,name\n", .column("name")), ("id,phone\n", .column("phone")),
        ("id,\u{1B}\nanna,\n", .column("\u{FFFD}")),
        ("id\n", .empty), ("id,name\n\n", .empty),
        ("id,name\nanna\n", .line(2, .cells)), ("id\nanna,bert\n", .line(2, .cells)),
        ("id\nanna\n\nbert\n", .line(3, .id)),
        ("id\nanna b\n", .line(2, .id)), ("id\nanna@example.com\n", .line(2, .id)),
        ("id\n../x\n", .line(2, .id)),
        ("id\n..\n", .line(2, .id)), ("id\nmüller\n", .line(2, .id)),
        ("id\n\(String(repeating: "x", count: 65))\n", .line(2, .id)),
        ("id\nanna\nbert\nanna\n", .line(4, .repeatedID)),
        ("id,name\nanna,\"Anna\n", .line(2, .quotes)),
        ("id,name\nanna,An\"na\n", .line(2, .quotes)),
        ("id,name\nanna,\"Anna\"x\n", .line(2, .quotes)), ("id,name\nanna,\"\n", .line(2, .quotes)),
        ("id,name\nanna,\(String(repeating: "n", count: 201))\n", .line(2, .tooLong)),
        ("id,email\nanna,anna\n", .line(2, .email)), ("id,email\nanna,a@b@c\n", .line(2, .email)),
        ("id,email\nanna,@example.com\n", .line(2, .email)),
        ("id,name\nanna,An\u{1B}na\n", .notText), ("id,name\nanna,An\tna\n", .notText),
        ("id,name\nanna,An\u{202E}na\n", .notText),
        ("id\n" + (0...5000).map { "p\($0)\n" }.joined(), .tooMany),
        ("id,name\n" + String(repeating: "x", count: 2_000_000), .tooLarge),
    ]

    @Test(arguments: refused)
    func `a list that is not right is refused as a whole, with its place`(
        text: String, fault: InviteList.Fault
    ) {
        #expect(throws: fault) { try persons(text) }
    }

    @Test func `a list in another encoding is not text`() throws {
        let utf16 = try #require("id\nanna\n".data(using: .utf16))
        let latin = Data([0x69, 0x64, 0x0A, 0xFC])
        for bytes in [utf16, latin] {
            #expect(throws: InviteList.Fault.notText) {
                try InviteList.persons(in: bytes, space: try #require(TestQueue.acme))
            }
        }
    }

    @Test func `as many persons as may be are read`() throws {
        let text = "id\n" + (0..<InviteList.mostPersons).map { "p\($0)\n" }.joined()
        #expect(try persons(text).count == InviteList.mostPersons)
    }
}
