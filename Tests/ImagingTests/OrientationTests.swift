import Foundation
import Imaging
import TestSupport
import Testing
import Validation

/// Orientation tags in all the places where programs write them: the header's parser and the decoder have one answer.
@Suite(.timeLimit(.minutes(3)))
struct OrientationTests {
    /// A photo of 640 by 480 stored pixels, and how it is to be turned.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let orientation: Int
        let photo: Data

        init(_ name: String, _ orientation: Int, _ photo: Data) {
            testDescription = name
            self.orientation = orientation
            self.photo = photo
        }
    }

    private static let colours = PhotoFixture.quadrants(seed: 2)

    /// All types, orders of bytes and places of the tag.
    private static let writers: [PhotoFixture.Exif] = [1, 3, 4, 8, 9].flatMap { type in
        [true, false].flatMap { isLittle in
            [(0, 0), (11, 0), (3, 6), (0, 501)].map { tags, gap in
                var exif = PhotoFixture.Exif()
                (exif.type, exif.isLittle, exif.tagsBefore, exif.gap) = (type, isLittle, tags, gap)
                return exif
            }
        }
    }

    private static func jpeg(_ segments: [Data]) throws -> Data {
        // Each is added after the start, so the last one comes first.
        try segments.reversed().reduce(PhotoFixture.jpeg(seed: 2)) {
            PhotoFixture.adding(segment: 0xE1, $1, to: $0)
        }
    }

    private static func png(
        _ chunk: String, _ content: Data, behindPixels: Bool = false
    ) throws -> Data {
        PhotoFixture.adding(
            chunk: chunk, content, behindPixels: behindPixels, to: try PhotoFixture.png(seed: 2))
    }

    private static func webp(_ chunk: String, _ content: Data, flag: UInt8) throws -> Data {
        PhotoFixture.adding(
            webPChunk: chunk, content, flag: flag, to: try PhotoFixture.webp(seed: 2), width: 640,
            height: 480)
    }

    private static let prefix = PhotoFixture.exifPrefix

    @Test(arguments: writers)
    func `EXIF is read as any program writes it, in every format`(
        writer: PhotoFixture.Exif
    ) async throws {
        for orientation in [1, 2, 3, 6, 8, 9] {
            let exif = writer.bytes(orientation: orientation)
            let expected = orientation == 9 ? 1 : orientation
            for (name, photo) in [
                ("JPEG", try Self.jpeg([Self.prefix + exif])), ("PNG", try Self.png("eXIf", exif)),
                ("PNG with a prefix", try Self.png("eXIf", Self.prefix + exif)),
                ("WebP", try Self.webp("EXIF", exif, flag: 8)),
                ("WebP with a prefix", try Self.webp("EXIF", Self.prefix + exif, flag: 8)),
            ] {
                try await expect(Case("\(name), \(orientation)", expected, photo), isDecoded: false)
            }
        }
    }

    private static func oddPlaces() throws -> [Case] {
        let usual = PhotoFixture.Exif()
        let six = usual.bytes(orientation: 6)
        var none = usual
        none.tagsBefore = 2
        // The tag's number is another one's.
        let tagless = Data(none.bytes(orientation: 1).map { $0 == 0x12 ? 0x13 : $0 })
        let xmp = PhotoFixture.xmpPrefix + PhotoFixture.xmp(orientation: 6)
        func text(_ name: String, _ type: String = "exif", _ bytes: Data) -> Data {
            Data("Raw profile type \(name)\0".utf8) + PhotoFixture.rawProfile(type, bytes)
        }
        let spelled = PhotoFixture.rawProfile("exif", prefix + six)
        let keyword = Data("Raw profile type exif\0".utf8)
        let packet = Data("XML:com.adobe.xmp\0".utf8)
        return [
            Case("JPEG: an empty segment first", 6, try jpeg([prefix, prefix + six])),
            Case(
                "JPEG: a segment without the tag first", 6,
                try jpeg([prefix + tagless, prefix + six])),
            Case(
                "JPEG: upright first", 1,
                try jpeg([prefix + usual.bytes(orientation: 1), prefix + six])),
            Case(
                "JPEG: the wrong number first", 6,
                try jpeg([prefix + usual.bytes(orientation: 0), prefix + six])),
            Case("JPEG: XMP alone", 6, try jpeg([xmp])),
            Case(
                "JPEG: XMP as an element", 6,
                try jpeg([
                    PhotoFixture.xmpPrefix + PhotoFixture.xmp(orientation: 6, asElement: true)
                ])),
            Case(
                "JPEG: XMP before EXIF", 3, try jpeg([xmp, prefix + usual.bytes(orientation: 3)])),
            Case("JPEG: XMP beside EXIF without the tag", 6, try jpeg([prefix + tagless, xmp])),
            Case(
                "JPEG: XMP of another number", 1,
                try jpeg([PhotoFixture.xmpPrefix + PhotoFixture.xmp(orientation: 60)])),
            Case("PNG: EXIF behind the pixels", 1, try png("eXIf", six, behindPixels: true)),
            Case("PNG: text of EXIF", 6, try png("tEXt", text("exif", prefix + six))),
            Case("PNG: text of EXIF without a prefix", 6, try png("tEXt", text("exif", six))),
            Case("PNG: text of APP1", 6, try png("tEXt", text("APP1", "generic", prefix + six))),
            Case("PNG: text of APP1 with XMP", 6, try png("tEXt", text("APP1", "generic", xmp))),
            Case(
                "PNG: text of XMP", 6,
                try png("tEXt", text("xmp", "xmp", PhotoFixture.xmp(orientation: 6)))),
            Case(
                "PNG: deflated text", 6,
                try png("zTXt", keyword + [0] + PhotoFixture.stored(spelled))),
            Case("PNG: international text", 6, try png("iTXt", keyword + [0, 0, 0, 0] + spelled)),
            Case(
                "PNG: deflated international text", 6,
                try png(
                    "iTXt",
                    keyword + [1, 0] + Data("en\0words\0".utf8) + PhotoFixture.stored(spelled))),
            Case(
                "PNG: text behind the pixels", 1,
                try png("tEXt", text("exif", prefix + six), behindPixels: true)),
            Case(
                "PNG: XMP", 6,
                try png("iTXt", packet + [0, 0, 0, 0] + PhotoFixture.xmp(orientation: 6))),
            Case("PNG: another text", 1, try png("tEXt", text("iptc", prefix + six))),
            Case("WebP: EXIF without its flag", 1, try webp("EXIF", six, flag: 0)),
            Case("WebP: XMP", 6, try webp("XMP ", PhotoFixture.xmp(orientation: 6), flag: 4)),
            Case(
                "WebP: XMP without its flag", 1,
                try webp("XMP ", PhotoFixture.xmp(orientation: 6), flag: 8)),
        ]
    }

    @Test func `the tag is found in odd places, and the picture comes out upright`() async throws {
        for place in try Self.oddPlaces() { try await expect(place, isDecoded: true) }
    }

    /// What a tag must not be read from: the numbers behind an offset, and what is cut off.
    @Test func `a tag that is none turns nothing`() async throws {
        let exif = PhotoFixture.Exif().bytes(orientation: 6)
        var many = exif
        many[14] = 200
        var text = exif
        text[12] = 2
        for tiff in [many, text] {
            try await expect(Case("", 1, try Self.jpeg([Self.prefix + tiff])), isDecoded: false)
        }
        for count in 0..<20 {
            let photo = try Self.jpeg([Self.prefix + exif.prefix(count)])
            try await expect(Case("\(count) bytes", 1, photo), isDecoded: false)
        }
    }

    private func expect(_ place: Case, isDecoded: Bool) async throws {
        let own = HeaderInspector.inspect(place.photo)
        let decoded = try await PhotoInspector.inspect(place.photo)
        #expect(own.facts?.orientation == place.orientation, "\(place.testDescription)")
        #expect(decoded.facts?.orientation == place.orientation, "\(place.testDescription)")
        let sides = place.orientation < 5 ? (640, 480) : (480, 640)
        for facts in [own.facts, decoded.facts] {
            #expect(
                facts.map { ($0.width, $0.height) == sides } == true, "\(place.testDescription)")
        }
        guard isDecoded else { return }
        let sent = try await prepared(place.photo)
        #expect((sent.width, sent.height) == sides, "\(place.testDescription)")
        try expectColours(
            of: sent.jpeg, toBe: places(ofOrientation: place.orientation).map { Self.colours[$0] })
    }
}
