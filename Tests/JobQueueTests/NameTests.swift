import Foundation
import JobQueue
import Testing

@Suite(.timeLimit(.minutes(10)))
struct NameTests {
    @Test(
        arguments: [
            ("0123456789", "0123456789"), ("ABCDEFGHJK", "abcdefghjk"), ("abc", nil), ("", nil),
            ("01234567890", nil), ("012345678o", nil), ("012345678i", nil), ("../0123456", nil),
            ("01234567 9", nil), ("012345678é", nil),
        ] as [(String, String?)])
    func `a job's name is ten letters and digits that cannot be misread`(
        text: String, name: String?
    ) {
        #expect(JobID(text)?.description == name)
    }

    @Test(arguments: [
        (0, "0000000000"), (1, "0000000001"), (31, "000000000z"), (32, "0000000010"),
        ((1 << 50) - 1, "zzzzzzzzzz"),
    ])
    func `a job's name is its number`(number: Int64, name: String) throws {
        let id = try #require(JobID(rawValue: number))
        #expect(id.description == name)
        #expect(JobID(name) == id)
    }

    @Test(arguments: [-1, 1 << 50, Int64.max, Int64.min])
    func `a number that ten letters cannot write is no job's name`(number: Int64) {
        #expect(JobID(rawValue: number) == nil)
    }

    @Test func `a drawn name is fit for a worker's file`() {
        var generator = SystemRandomNumberGenerator()
        let name = RandomName(using: &generator)
        #expect(WorkerID(name.rawValue) == WorkerID(name))
        #expect(name != RandomName(using: &generator))
    }

    @Test func `a job's name is a plain text in JSON`() throws {
        let id = try #require(JobID("0123456789"))
        let json = try JSONEncoder().encode([id])
        #expect(String(decoding: json, as: UTF8.self) == #"["0123456789"]"#)
        #expect(try JSONDecoder().decode([JobID].self, from: json) == [id])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([JobID].self, from: Data(#"["me"]"#.utf8))
        }
    }

    @Test(arguments: [
        ("anna", true), ("Zoë 田中", true), (String(repeating: "a", count: 128), true), ("", false),
        (String(repeating: "a", count: 129), false), (String(repeating: "é", count: 65), false),
        ("a\nb", false), ("a\u{1B}[2Jb", false), ("a\u{202E}b", false), ("a\u{0}b", false),
    ])
    func `a person's id is visible text of bounded length`(text: String, isValid: Bool) {
        #expect((Person(text) != nil) == isValid)
    }

    @Test func `a UUID has one spelling, and is another person in another space`() throws {
        let capitals = try #require(Person("81F3A1C2-0B5D-4E6F-8A9B-0C1D2E3F4A5B"))
        #expect(capitals.rawValue == "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b")
        #expect(capitals == Person(capitals.rawValue))
        #expect(Person("ANNA")?.rawValue == "ANNA")
        #expect(Person("81F3A1C2-0B5D-4E6F-8A9B-0C1D2E3F4A5G")?.rawValue.hasSuffix("5G") == true)
    }

    @Test func `an id that is a secret is not shown outside, but a hash of it`() throws {
        let id = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
        let (shop, other) = (try #require(Space("shop")), try #require(Space("other")))
        // printf 'shop/81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b' | sha256sum
        #expect(Person(id, in: shop)?.label == "person-d1a7f4c9f3bf")
        #expect(Person(id, in: other)?.label != Person(id, in: shop)?.label)
        #expect(Person("u-81f3", in: shop)?.label == "u-81f3")
        #expect(Person(id)?.label == id)
    }

    @Test(arguments: [
        ("0123456789", true), ("a-b", true), ("", false), ("../a", false), ("a.lock", false),
        ("é", false), (String(repeating: "a", count: 65), false),
    ])
    func `a worker's name is fit for a file`(text: String, isValid: Bool) {
        #expect((WorkerID(text) != nil) == isValid)
    }
}
