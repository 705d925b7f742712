import Foundation
import FoundationXML
import Ground
import TestSupport
import Testing

@testable import Pages

/// Overlays and printed sheets, as SVG.
struct DrawingTests {
    @Test func `an overlay has the photo's shape, and all that was said below it`() async throws {
        let photo = try await Sample.photo(
            DrawnFace.portrait.litAtLeft(0.05), name: Sample.hostile)
        let drawing = try #require(PhotoOverlay(of: photo)).drawing(longSide: 400)
        let place = try #require(drawing.places.first)
        #expect((place.left, place.top, place.width, place.height) == (0, 0, 320, 400))
        #expect(drawing.width == 320)
        #expect(drawing.height > 400)
        let texts = try texts(of: drawing)
        let all = texts.joined(separator: " ")
        #expect(all.contains("of 10."))
        #expect(all.contains("<script>"), "the name is there, as text")
        for finding in photo.findings { #expect(all.contains(finding.sentence)) }
        #expect(all.contains("The dashed frame is that of a good headshot"))
    }

    @Test func `a photo is never enlarged, and one without a face is told of`() async throws {
        let photo = try await Sample.photo(.wall)
        let drawing = try #require(PhotoOverlay(of: photo)).drawing(longSide: 5000)
        #expect(drawing.width == DrawnFace.wall.width)
        #expect(try texts(of: drawing).contains { $0.hasPrefix("Refused.") })
        #expect(PhotoOverlay(of: Sample.unreadable) == nil)
    }

    @Test func `each side of a printed sheet has a place or words, and none overlaps`() throws {
        let sheet = try Sample.sheet(asDrawing: true)
        let drawing = try #require(sheet.drawings().first)
        #expect((drawing.width, drawing.height) == (1240, 1754), "a page of A4 at 150 dots an inch")
        #expect(drawing.places.count == 6)
        let all = try texts(of: drawing).joined(separator: " ")
        #expect(all.contains("There is no headshot yet."))
        #expect(all.contains("Headshot: 8.2 of 10"))
        #expect(all.contains("Finding 3") && !all.contains("Finding 4"))
        #expect(all.contains("and 1 more"))
        for (index, one) in drawing.places.enumerated() {
            #expect(one.left + one.width <= drawing.width && one.top + one.height <= drawing.height)
            for other in drawing.places[..<index] {
                let isBeside =
                    one.left >= other.left + other.width
                    || other.left >= one.left + one.width
                let isBelow = one.top >= other.top + other.height
                #expect(isBeside || isBelow)
            }
        }
    }

    @Test func `many jobs are several pages, and each job is whole on one of them`() throws {
        let cards = (1...20).map { number in
            SheetCard(
                title: "photo-\(number).jpg", state: "succeeded", standing: .done,
                sentence: "What became of it.", photo: .drawn(score: 6.9),
                headshot: .drawn(score: 8.2), facts: [], findings: [])
        }
        let pages = ContactSheet(heading: "Sheet", made: "today", cards: cards).drawings()
        #expect(pages.count > 2)
        var titles: [String] = []
        for (number, page) in pages.enumerated() {
            #expect((page.width, page.height) == (1240, 1754))
            let texts = try texts(of: page)
            #expect(texts.contains { $0.hasSuffix("page \(number + 1) of \(pages.count)") })
            let own = texts.filter { $0.hasPrefix("photo-") }
            #expect(page.places.count == 2 * own.count)
            #expect(page.places.allSatisfy { $0.top + $0.height < page.height })
            titles += own
        }
        #expect(titles == cards.map(\.title))
        #expect(ContactSheet(heading: "None", made: "today", cards: []).drawings().count == 1)
    }

    @Test func `text is broken at its spaces, and cut where it has none`() {
        let block = { TextBlock($0, width: 57, size: 10, most: $1) }
        #expect(block("one two  three", 9).lines == ["one two", "three"])
        #expect(block("abcdefghijklmnop", 9).lines == ["abcdefghij", "klmnop"])
        #expect(block("one two three four", 1).lines == ["one two…"])
        #expect(block("写真写真写真写真", 9).lines == ["写真写真写", "真写真"])
        #expect(block("", 9).lines == [])
    }

    /// All texts of a drawing; throws where it is no XML.
    private func texts(of drawing: Drawing) throws -> [String] {
        let reader = TextReader()
        let parser = XMLParser(data: Data(drawing.svg.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        return reader.texts
    }
}

private final class TextReader: NSObject, XMLParserDelegate {
    private(set) var texts: [String] = []
    private var isText = false

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        isText = name == "text"
        if isText { texts.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if isText, let last = texts.popLast() { texts.append(last + string) }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        isText = false
    }
}
