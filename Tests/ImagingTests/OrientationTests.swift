import Foundation
import Imaging
import TestSupport
import Testing
import Validation

/// Orientation tags in all the places where programs write them: the header's parser and the decoder have one answer.
@Suite(.timeLimit(.minutes(10)))
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
    private static let writers: [PhotoFixture.Exif] = ([1, 3, 4, 8, 9] as [UInt8]).flatMap { type in
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
        try segments.reversed().reduce(bare(PhotoFixture.jpeg(seed: 2))) {
            PhotoFixture.adding(segment: 0xE1, $1, to: $0)
        }
    }

    /// A JPEG without the EXIF that its encoder writes, which says that the picture is upright.
    private static func bare(_ jpeg: Data) throws -> Data {
        let signature = joined(Data("Exif\0\0".utf8))
        guard let exif = jpeg.range(of: signature) else { return jpeg }
        let start = exif.lowerBound - 4
        let length = Int(jpeg[start + 2]) << 8 | Int(jpeg[start + 3])
        return jpeg.prefix(upTo: start) + jpeg.suffix(from: start + 2 + length)
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

    private static let usual = PhotoFixture.Exif()
    private static let six = usual.bytes(orientation: 6)
    private static let xmp = joined(PhotoFixture.xmpPrefix, PhotoFixture.xmp(orientation: 6))

    private static func joined(_ parts: Data...) -> Data {
        parts.reduce(into: Data()) { $0 += $1 }
    }

    private static func exif(_ orientation: Int) -> Data {
        joined(prefix, usual.bytes(orientation: orientation))
    }

    private static func oddJPEGs() throws -> [Case] {
        var writer = usual
        writer.tagsBefore = 2
        // The tag's number is another one's.
        let tagless = Data(writer.bytes(orientation: 1).map { $0 == 0x12 ? 0x13 : $0 })
        let none = joined(prefix, tagless)
        let element = PhotoFixture.xmp(orientation: 6, asElement: true)
        let sixty = PhotoFixture.xmp(orientation: 60)
        let places: [(name: String, orientation: Int, segments: [Data])] = [
            ("an empty segment first", 6, [prefix, exif(6)]),
            ("a segment without the tag first", 6, [none, exif(6)]),
            ("upright first", 1, [exif(1), exif(6)]),
            ("a wrong number first", 6, [exif(0), exif(6)]),
            ("XMP alone", 6, [xmp]),
            ("XMP as an element", 6, [joined(PhotoFixture.xmpPrefix, element)]),
            ("XMP before EXIF", 3, [xmp, exif(3)]),
            ("XMP beside EXIF without the tag", 6, [none, xmp]),
            ("XMP of another number", 1, [joined(PhotoFixture.xmpPrefix, sixty)]),
        ]
        return try places.map { Case("JPEG: \($0.name)", $0.orientation, try jpeg($0.segments)) }
    }

    private static func oddPNGs() throws -> [Case] {
        func text(_ name: String, _ bytes: Data) -> Data {
            joined(
                Data("Raw profile type \(name)\0".utf8), PhotoFixture.rawProfile(name, bytes))
        }
        let spelled = PhotoFixture.rawProfile("exif", exif(6))
        let stored = PhotoFixture.stored(spelled)
        let keyword = Data("Raw profile type exif\0".utf8)
        let packet = Data("XML:com.adobe.xmp\0\0\0\0\0".utf8)
        let foreign = Data("\u{1}\0en\0words\0".utf8)
        let places: [(name: String, orientation: Int, chunk: String, content: Data)] = [
            ("text of EXIF", 6, "tEXt", text("exif", exif(6))),
            ("text of EXIF without a prefix", 6, "tEXt", text("exif", six)),
            ("text of APP1", 6, "tEXt", text("APP1", exif(6))),
            ("text of app1", 6, "tEXt", text("app1", exif(6))),
            (
                "deflated text of app1", 6, "zTXt",
                joined(Data("Raw profile type app1\0\0".utf8), stored)
            ),
            ("text of APP1 with XMP", 6, "tEXt", text("APP1", xmp)),
            ("text of XMP", 6, "tEXt", text("xmp", PhotoFixture.xmp(orientation: 6))),
            ("deflated text", 6, "zTXt", joined(keyword, Data(count: 1), stored)),
            ("international text", 6, "iTXt", joined(keyword, Data(count: 4), spelled)),
            ("deflated international text", 6, "iTXt", joined(keyword, foreign, stored)),
            ("XMP", 6, "iTXt", joined(packet, PhotoFixture.xmp(orientation: 6))),
            ("another text", 1, "tEXt", text("iptc", exif(6))),
        ]
        let before = try places.map {
            Case("PNG: \($0.name)", $0.orientation, try png($0.chunk, $0.content))
        }
        return before + [
            Case("PNG: EXIF behind the pixels", 1, try png("eXIf", six, behindPixels: true)),
            Case(
                "PNG: text behind the pixels", 1,
                try png("tEXt", text("exif", exif(6)), behindPixels: true)),
        ]
    }

    private static func oddWebPs() throws -> [Case] {
        let packet = PhotoFixture.xmp(orientation: 6)
        return [
            Case("WebP: EXIF without its flag", 1, try webp("EXIF", six, flag: 0)),
            Case("WebP: XMP", 6, try webp("XMP ", packet, flag: 4)),
            Case("WebP: XMP without its flag", 1, try webp("XMP ", packet, flag: 8)),
        ]
    }

    @Test func `the tag is found in odd places, and the picture comes out upright`() async throws {
        for place in try Self.oddJPEGs() + Self.oddPNGs() + Self.oddWebPs() {
            try await expect(place, isDecoded: true)
        }
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
