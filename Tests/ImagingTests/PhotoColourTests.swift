import Foundation
import Imaging
import TestSupport
import Testing
import Validation

@Suite(.timeLimit(.minutes(10)))
struct PhotoColourTests {
    private let colours = PhotoFixture.quadrants(seed: 2)
    private let white = FixtureColour(255, 255, 255)

    @Test(arguments: [8, 16])
    func `a PNG of 8 or 16 bits keeps its colours`(bits: Int) async throws {
        try await expect(PhotoFixture.png(bits: bits, seed: 2), becomes: colours)
    }

    @Test(arguments: [8, 16])
    func `transparent parts become white`(bits: Int) async throws {
        let bytes = try PhotoFixture.png(bits: bits, alpha: true, seed: 2)
        #expect(try await PhotoInspector.inspect(bytes).facts?.hasAlpha == true)
        #expect(try await PhotoInspector.inspect(bytes).facts?.bitsPerChannel == bits)
        try await expect(bytes, becomes: [colours[0], white, colours[2], white])
    }

    @Test func `a WebP keeps its colours`() async throws {
        try await expect(PhotoFixture.webp(seed: 2), becomes: colours)
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `a HEIC keeps its colours and is not turned by its EXIF`() async throws {
        try await expect(PhotoFixture.heic(orientation: 6, seed: 2), becomes: colours)
    }

    @Test(arguments: [nil, 6])
    func `a grey photo stays grey where its coded pixels are kept`(orientation: Int?) async throws {
        let bytes = try PhotoFixture.greyJPEG(orientation: orientation, seed: 2)
        #expect(try await PhotoInspector.inspect(bytes).facts?.colourSpace == .grey)
        let judge = try await judge(of: bytes)
        #expect(judge.bands == 1)
        let greys = colours.map { FixtureColour($0.red, $0.red, $0.red) }
        let places = orientation == nil ? [0, 1, 2, 3] : [2, 0, 3, 1]
        #expect(zip(judge.quadrants(), places).allSatisfy { $0.isNear(greys[$1]) })
    }

    @Test func `a grey photo becomes three equal channels where it is encoded anew`() async throws {
        let bytes = PhotoFixture.withBrokenProfile(try PhotoFixture.greyJPEG(seed: 2))
        let judge = try await judge(of: bytes)
        #expect(judge.bands == 3)
        let greys = colours.map { FixtureColour($0.red, $0.red, $0.red) }
        #expect(zip(judge.quadrants(), greys).allSatisfy { $0.isNear($1) })
    }

    @Test func `a photo of four inks becomes red, green and blue`() async throws {
        let bytes = try PhotoFixture.cmykJPEG()
        #expect(try await PhotoInspector.inspect(bytes).facts?.colourSpace == .cmyk)
        let judge = try await judge(of: bytes)
        let cyan = judge.meanColour(x: 0.25, y: 0.25)
        #expect(cyan.red < 80 && cyan.green > 120 && cyan.blue > 180, "\(cyan)")
        #expect(judge.meanColour(x: 0.75, y: 0.75).isNear(white))
    }

    /// What the patches are in sRGB, by the primaries and curves of both spaces.
    private static let patches:
        [(PhotoFixture.WideSpace, seen: FixtureColour, wanted: FixtureColour)] = [
            (.displayP3, FixtureColour(150, 120, 90), FixtureColour(156, 119, 85)),
            (.displayP3, FixtureColour(180, 140, 120), FixtureColour(188, 138, 117)),
            (.displayP3, FixtureColour(120, 150, 110), FixtureColour(112, 151, 106)),
            (.adobeRGB, FixtureColour(150, 120, 90), FixtureColour(162, 121, 88)),
            (.adobeRGB, FixtureColour(180, 140, 120), FixtureColour(195, 141, 120)),
            (.adobeRGB, FixtureColour(120, 150, 110), FixtureColour(105, 151, 108)),
        ]

    /// The photo's format, and what its own rounding of colours may add.
    private static let formats = [(suffix: ".png[compression=6", loss: 0), (".jpg[Q=100", 2)]

    @Test(arguments: patches, formats)
    func `a colour of a wider space is sent as the same colour in sRGB`(
        patch: (space: PhotoFixture.WideSpace, seen: FixtureColour, wanted: FixtureColour),
        format: (suffix: String, loss: Int)
    ) async throws {
        let bytes = try PhotoFixture.patch(of: patch.seen, in: patch.space, suffix: format.suffix)
        let mean = try await judge(of: bytes).meanColour(x: 0.5, y: 0.5)
        #expect(
            mean.isNear(patch.wanted, within: 1 + format.loss),
            "\(mean) instead of \(patch.wanted)")
    }

    @Test func `the largest PNG that is accepted becomes a photo on white`() async throws {
        let bytes = try PhotoFixture.largestPNG(seed: 2)
        let facts = try #require(try await PhotoInspector.inspect(bytes).facts)
        #expect((facts.width, facts.bitsPerChannel, facts.hasAlpha) == (4096, 16, true))
        try await expect(bytes, becomes: [colours[0], white, colours[2], white])
    }

    @Test func `a wider colour space is converted, not relabelled`() async throws {
        let bytes = try PhotoFixture.displayP3JPEG(seed: 2)
        let profile = try #require(try await PhotoInspector.inspect(bytes).facts?.profile)
        #expect(profile.contains("P3"))
        let judge = try await judge(of: bytes)
        let changes = zip(judge.quadrants(), colours).map { seen, tagged in
            abs(seen.red - tagged.red) + abs(seen.green - tagged.green)
                + abs(seen.blue - tagged.blue)
        }
        #expect(changes.contains { $0 > 12 }, "no colour moved: \(changes)")
        #expect(changes.allSatisfy { $0 < 120 }, "colours are lost: \(changes)")
    }

    @Test(arguments: [".jpg[Q=95", ".png[compression=6"])
    func `a profile is sRGB by its primaries and curves, not by its name`(
        suffix: String
    ) async throws {
        let grey = FixtureColour(64, 64, 64)
        for (name, curve, expected) in [
            ("sRGB-elle-V2-srgbtrc.icc", ProfileFixture.Curve.standardTable, 64),
            ("Another name", .standardParameters, 64),
            // A quarter of the light is 137 in sRGB.
            ("sRGB-elle-V2-g10.icc", .linear, 137),
            ("sRGB IEC61966-2.1", .power(256), 137), ("sRGB", .power(461), 81),
        ] {
            let photo = try PhotoFixture.patch(
                of: grey, in: .standard(name: name, curve), suffix: suffix)
            #expect(try await PhotoInspector.inspect(photo).facts?.profile == name)
            let seen = try await judge(of: photo).meanColour(x: 0.5, y: 0.5)
            #expect(
                seen.isNear(FixtureColour(expected, expected, expected), within: 2),
                "\(name): \(seen)")
        }
    }

    @Test func `a broken profile is ignored`() async throws {
        let bytes = PhotoFixture.withBrokenProfile(try PhotoFixture.jpeg(seed: 2))
        try await expect(bytes, becomes: colours)
    }

    private func expect(
        _ bytes: Data, becomes colours: [FixtureColour],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectColours(
            of: prepared(bytes).jpeg, toBe: colours, sourceLocation: sourceLocation)
    }

    private func judge(of bytes: Data) async throws -> PictureJudge {
        try PictureJudge(try await prepared(bytes).jpeg)
    }
}
