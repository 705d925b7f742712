import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

@Suite(.timeLimit(.minutes(10)))
struct PhotoFormatTests {
    @Test func `JPEG, PNG and WebP are told by their content`() async throws {
        for (bytes, format) in [
            (try PhotoFixture.jpeg(), PhotoFormat.jpeg), (try PhotoFixture.png(), .png),
            (try PhotoFixture.webp(), .webp),
        ] {
            let inspection = try await PhotoInspector.inspect(bytes)
            #expect(inspection.facts?.format == format)
            #expect(inspection.isAccepted)
        }
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `a HEIC is accepted, and its EXIF orientation ignored`() async throws {
        let bytes = try PhotoFixture.heic(width: 640, height: 480, orientation: 6)
        let inspection = try await PhotoInspector.inspect(bytes)
        let facts = try #require(inspection.facts)
        #expect(facts.format == .heic)
        #expect(facts.orientation == 1)
        #expect((facts.width, facts.height) == (640, 480))
        #expect(inspection.isAccepted)
    }

    @Test func `of an animated WebP the first frame is used, and a notice says so`() async throws {
        let bytes = try PhotoFixture.animatedWebP(width: 640, height: 480, seed: 4)
        let inspection = try await PhotoInspector.inspect(bytes)
        let facts = try #require(inspection.facts)
        #expect(facts.pages == 2)
        #expect((facts.width, facts.height) == (640, 480))
        #expect(inspection.isAccepted)
        #expect(inspection.findings.map(\.rule) == ["singlePage"])

        let photo = try await prepared(bytes)
        #expect(photo.findings == inspection.findings)
        try expectColours(of: photo.jpeg, toBe: PhotoFixture.quadrants(seed: 4))
    }

    @Test(arguments: [(".gif", "gif"), (".tif", "tiff")])
    func `a format that libvips trusts is refused all the same`(
        suffix: String, name: String
    ) async throws {
        try await expectRefusal(of: try PhotoFixture.other(suffix: suffix), seen: name)
    }

    @Test func `an AVIF is refused, under its own brand and under that of a HEIC`() async throws {
        let avif = try PhotoFixture.avif()
        try await expectRefusal(of: avif, seen: "avif")

        var disguised = avif
        while let brand = disguised.range(of: Data("avif".utf8)) {
            disguised.replaceSubrange(brand, with: Data("heic".utf8))
        }
        try await expectRefusal(of: disguised, seen: "avif")
    }

    @Test func `a format beyond the limits' own is refused`() async throws {
        let limits = PhotoLimits(formats: [.jpeg])
        let inspection = try await PhotoInspector.inspect(PhotoFixture.png(), limits: limits)
        #expect(inspection.findings.map(\.rule) == ["format"])
        #expect(inspection.findings.first?.limit == "jpeg")
    }

    private func expectRefusal(of bytes: Data, seen: String) async throws {
        let inspection = try await PhotoInspector.inspect(bytes)
        #expect(inspection.facts == nil)
        #expect(inspection.findings.map(\.rule) == ["format"])
        #expect(inspection.findings.first?.seen == seen)
    }
}
