import Foundation
import HeadshotWorker
import JobQueue
import Testing

@testable import HeadshotServer

/// What an operator types, and what addresses carry.
@Suite(.timeLimit(.minutes(10)))
struct DeskValueTests {
    @Test(arguments: [
        ("0.5", 500_000), ("0,50", 500_000), ("12", 12_000_000), ("0.000001", 1),
        ("999999.999999", 999_999_999_999), ("", nil), ("-1", nil), ("1.", nil), (".5", nil),
        ("1e3", nil), ("1.0000001", nil), ("1000000", nil), ("١", nil), ("5 $", nil),
    ])
    func `a sum is read to the millionth, and nothing else is a sum`(text: String, sum: Int?) {
        #expect(Desk.microDollars(text) == sum)
    }

    @Test(arguments: [0, 1, 10, 500_000, 39_000, 1_000_000, 12_340_000, 999_999_999_999])
    func `a sum is shown as it can be typed again`(sum: Int) {
        #expect(Desk.microDollars(Desk.typed(sum)) == sum)
    }

    @Test(arguments: [
        ("Anna Müller.jpg", "anna-muller"), ("/tmp/../e-17.HEIC", "e-17"), ("..jpg", nil),
        ("<b>x<b>.png", "b-x-b"), ("", nil), ("Zoë\u{202E}gpj.exe", "zoe-gpj"),
        (String(repeating: "a", count: 300) + ".jpg", String(repeating: "a", count: 64)),
    ])
    func `a person of a space is named by letters of the file's name`(
        file: String, id: String?
    ) throws {
        let person = NewDraft.person(ofFile: file, in: try #require(Space("acme")))
        #expect(person?.rawValue == id)
    }

    @Test func `a person of the command line's own space is named like the file`() {
        #expect(
            NewDraft.person(ofFile: "Anna Müller.jpg", in: .commandLine)?.rawValue
                == "Anna Müller")
    }

    @Test func `a draft survives its address`() throws {
        let space = try #require(Space("acme"))
        let form = SiteForm(
            query: "photo=a1.p.0&photo=b2.p~1&photo=a1.p.0&photo=broken&style=front-casual&force=a1"
        )
        let draft = try NewDraft(form, in: space, usual: .local)
        #expect(draft.photos.map(\.person) == ["p.0", "p~1"])
        let query = try #require(draft.path.split(separator: "?").last.map(String.init))
        let again = try NewDraft(SiteForm(query: query), in: space, usual: .gemini)
        #expect(again.path == draft.path)
        #expect(again.provider == .local)
        let rest = draft.without(draft.photos[0])
        #expect(rest.photos.map(\.upload) == ["b2"] && rest.forced.isEmpty)
    }

    @Test(arguments: ["%2", "a=%FF", "=&&=x", "a=b=c&a", "+=+", "%00=%00"])
    func `a query that is no form is read without a trap`(query: String) {
        for (_, value) in SiteForm(query: query).entries { #expect(!value.contains("\0")) }
    }
}
