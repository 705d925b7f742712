import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// Files that were made to cost their reader more than they cost their maker.
@Suite(.timeLimit(.minutes(2)))
struct HostilePhotoTests {
    @Test func `a PNG that claims an enormous picture is refused before any pixel`() async throws {
        let inspection = try await PhotoInspector.inspect(PhotoFixture.enormousPNG())
        #expect(inspection.findings.map(\.rule) == ["side"])
        #expect(inspection.findings.first?.seen == "30000x30000")
    }

    @Test(arguments: ["zTXt", "iCCP"])
    func `metadata that inflate to 200 MB do no harm`(name: String) async throws {
        let photo = try await prepared(PhotoFixture.inflatingPNG(name))
        try expectColours(of: photo.jpeg, toBe: PhotoFixture.quadrants(seed: 0))
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
