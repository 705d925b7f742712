import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// Files that were made to cost their reader more than they cost their maker.
@Suite(.timeLimit(.minutes(10)))
struct HostilePhotoTests {
    @Test func `a PNG that claims an enormous picture is refused before any pixel`() async throws {
        let inspection = try await PhotoInspector.inspect(PhotoFixture.enormousPNG())
        #expect(inspection.findings.map(\.rule) == ["side"])
        #expect(inspection.findings.first?.seen == "30000x30000")
    }

    @Test func `a profile that inflates to 200 MB does no harm`() async throws {
        let photo = try await prepared(PhotoFixture.inflatingPNG())
        try expectColours(of: photo.jpeg, toBe: PhotoFixture.quadrants(seed: 0))
    }

    /// So many texts of a kind in a PNG, each of so many bytes behind its start.
    struct Texts: Sendable {
        let kind: String
        let start: String
        let number: Int
        var byteCount = 100
        var isBehindPixels = false
        /// Chunks that mean nothing, before them.
        var padding = 0
    }

    static let few = [
        Texts(kind: "zTXt", start: "a\0\0", number: 16),
        Texts(kind: "zTXt", start: "a\0\0", number: 1, byteCount: 499_997),
        Texts(kind: "tEXt", start: "a\0", number: 40, byteCount: 20_000),
        Texts(kind: "iTXt", start: "a\0\0\0\0\0", number: 40, byteCount: 20_000),
    ]

    static let many = [
        Texts(kind: "zTXt", start: "a\0\0", number: 17),
        Texts(kind: "zTXt", start: "a\0\0", number: 1, byteCount: 499_998),
        Texts(kind: "zTXt", start: "a\0\0", number: 17, isBehindPixels: true),
        Texts(kind: "zTXt", start: "a\0\0", number: 17, isBehindPixels: true, padding: 20_000),
        Texts(kind: "iTXt", start: "a\0\u{1}\0\0\0", number: 17),
    ]

    @Test(arguments: few)
    func `a PNG may have the texts that programs write`(texts: Texts) throws {
        #expect(HeaderInspector.inspect(try Self.png(with: texts)).findings == [])
    }

    @Test(arguments: many)
    func `a PNG with more compressed text is refused before it is inflated`(
        texts: Texts
    ) async throws {
        let photo = try Self.png(with: texts)
        let inspection = try await PhotoInspector.inspect(photo)
        #expect(inspection.findings.map(\.rule) == ["compressedText"])
        #expect(HeaderInspector.inspect(photo) == inspection)
    }

    private static func png(with texts: Texts) throws -> Data {
        let padded = PhotoFixture.repeating(
            chunk: "teSt", Data(), times: texts.padding, behindPixels: true,
            in: try PhotoFixture.png())
        return PhotoFixture.repeating(
            chunk: texts.kind, Data(texts.start.utf8) + Data(count: texts.byteCount),
            times: texts.number, behindPixels: texts.isBehindPixels, in: padded)
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `a HEIC of a thousand pictures costs as much as one`() async throws {
        let photo = try PhotoFixture.heic(repeating: 1000, seed: 4)
        let facts = try #require(try await PhotoInspector.inspect(photo).facts)
        #expect((facts.pages, facts.width, facts.height) == (1000, 320, 320))
        let sent = try await prepared(photo)
        #expect(sent.findings.map(\.rule) == ["singlePage"])
        #expect(sent.findings.first?.seen == "1000")
        try expectColours(of: sent.jpeg, toBe: PhotoFixture.quadrants(seed: 4))
    }
}
