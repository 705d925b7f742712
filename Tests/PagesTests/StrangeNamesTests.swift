import Ground
import TestSupport
import Testing

@testable import Pages

/// That what strangers write is text in every place of every page and drawing, as a parser of HTML reads them.
@Suite(.timeLimit(.minutes(10)))
struct StrangeNamesTests {
    /// As many plain names.
    private static let plain = StrangeNames.all.map { _ in "me.jpg" }

    @Test func `no name changes the tags of a report`() async throws {
        let photo = try await Sample.photo()
        func page(_ names: [String]) throws -> String {
            let photos = names.map { Self.photo(photo, named: $0) }
            return try PhotoReport(of: photos, side: photos.first, sideVerdict: names[0]).html()
        }
        let outline = try await MarkupOutline.of(page(Self.plain))
        #expect(try await MarkupOutline.of(page(StrangeNames.all)) == outline)
        #expect(outline.count > 20 * StrangeNames.all.count)
    }

    @Test func `no name changes the tags of a sheet`() async throws {
        let picture = PagePicture(jpeg: try DrawnFace.portrait.jpeg())
        func page(_ names: [String]) throws -> String {
            try ContactSheet(
                heading: names[0], made: names[0],
                cards: names.flatMap { name in
                    [SheetCard.Side.picture(picture, score: 1), nil].map { headshot in
                        SheetCard(
                            title: name, state: name, standing: .done, sentence: name,
                            photo: .missing(name), headshot: headshot,
                            facts: [(name: name, value: name)], findings: [name])
                    }
                }
            ).html()
        }
        #expect(
            try await MarkupOutline.of(page(StrangeNames.all))
                == MarkupOutline.of(page(Self.plain)))
    }

    @Test func `no name makes a tag of a drawing`() async throws {
        let photo = try await Sample.photo()
        func drawings(_ names: [String]) throws -> String {
            let cards = names.map { name in
                SheetCard(
                    title: name, state: name, standing: .done, sentence: name,
                    photo: .drawn(score: 1), headshot: .missing(name),
                    facts: [(name: name, value: name)], findings: [name])
            }
            let sheet = ContactSheet(heading: names[0], made: names[0], cards: cards)
            let overlays = names.compactMap { PhotoOverlay(of: Self.photo(photo, named: $0)) }
            #expect(overlays.count == names.count)
            return overlays.map { $0.drawing(longSide: 400).svg }.joined()
                + sheet.drawings().map(\.svg).joined()
        }
        // Long names take more lines than plain ones.
        let tags = Set(try await MarkupOutline.of(drawings(Self.plain)))
        #expect(Set(try await MarkupOutline.of(drawings(StrangeNames.all))) == tags)
    }

    /// A photo of which all that is said is a name.
    private static func photo(_ photo: ReportedPhoto, named name: String) -> ReportedPhoto {
        let finding = Finding(
            rule: name, severity: .warning, seen: name, limit: name, sentence: name)
        return ReportedPhoto(
            name: name, picture: photo.picture, analysis: photo.analysis, score: photo.score,
            note: name, findings: [finding])
    }
}
