import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// Photos as few programs write them, which are photos all the same.
@Suite(.timeLimit(.minutes(10)))
struct UnusualPhotoTests {
    private let colours = PhotoFixture.quadrants(seed: 2)
    private let white = FixtureColour(255, 255, 255)

    @Test(arguments: 1...8, ["png", "webp"])
    func `a PNG or WebP of every orientation comes out upright`(
        orientation: Int, format: String
    ) async throws {
        let photo =
            format == "png"
            ? PhotoFixture.tagging(
                png: try PhotoFixture.png(width: 1200, height: 900, seed: 2),
                orientation: orientation)
            : try PhotoFixture.webp(width: 1200, height: 900, orientation: orientation, seed: 2)
        let sent = try await prepared(photo, analysisSide: 300)
        #expect((sent.width, sent.height) == (orientation < 5 ? (1200, 900) : (900, 1200)))
        try expectColours(
            of: sent.jpeg, toBe: places(ofOrientation: orientation).map { colours[$0] })
        let looked = try #require(try await PhotoPixels.of(photo, side: 300))
        for pixels in [looked, try #require(sent.analysis)] {
            #expect((pixels.width, pixels.height) == (orientation < 5 ? (300, 225) : (225, 300)))
        }
    }

    @Test(arguments: [0, 9, 255])
    func `an orientation that does not exist is none`(orientation: Int) async throws {
        let jpeg = try PhotoFixture.jpeg(seed: 2)
        for photo in [
            try PhotoFixture.tagging(jpeg, orientation: orientation),
            PhotoFixture.tagging(png: try PhotoFixture.png(seed: 2), orientation: orientation),
        ] {
            #expect(try await PhotoInspector.inspect(photo).facts?.orientation == 1)
            try await expectColours(of: prepared(photo).jpeg, toBe: colours)
        }
    }

    @Test(arguments: ["", "II", "MM\0*\0\0\0\u{8}", "II*\0\u{7F}\u{7F}\u{7F}\u{7F}"])
    func `metadata that cannot be read do no harm`(tiff: String) async throws {
        let photo = PhotoFixture.adding(
            segment: 0xE1, Data("Exif\0\0\(tiff)".utf8), to: try PhotoFixture.jpeg(seed: 2))
        try await expectColours(of: prepared(photo).jpeg, toBe: colours)
    }

    @Test(
        .needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }),
        arguments: [false, true])
    func `what is transparent in a HEIC becomes white`(isGrey: Bool) async throws {
        try await expectWhite(".heic[Q=80]", isGrey: isGrey)
    }

    @Test(arguments: [".webp[Q=90]", ".png[compression=1]"], [false, true])
    func `what is transparent becomes white`(suffix: String, isGrey: Bool) async throws {
        try await expectWhite(suffix, isGrey: isGrey)
    }

    private func expectWhite(_ suffix: String, isGrey: Bool) async throws {
        let photo = try PhotoFixture.transparent(suffix: suffix, isGrey: isGrey, seed: 2)
        #expect(try await PhotoInspector.inspect(photo).facts?.hasAlpha == true)
        let visible = colours.map { isGrey ? FixtureColour($0.red, $0.red, $0.red) : $0 }
        let sent = try await prepared(photo)
        try expectColours(of: sent.jpeg, toBe: [visible[0], white, visible[2], white])
        #expect(try PictureJudge(sent.jpeg).meanColour(x: 0.75, y: 0.25) == white)
    }

    @Test func `a PNG with a table of colours, or of one bit, is a photo`() async throws {
        try await expectColours(of: prepared(PhotoFixture.palettePNG(seed: 2)).jpeg, toBe: colours)
        let black = FixtureColour(0, 0, 0)
        try await expectColours(
            of: prepared(PhotoFixture.onebitPNG()).jpeg, toBe: [black, white, white, white])
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `a HEIC of ten bits keeps its colours`() async throws {
        let photo = try PhotoFixture.deepHEIC(seed: 2)
        #expect(try await PhotoInspector.inspect(photo).facts?.bitsPerChannel == 10)
        try await expectColours(of: prepared(photo).jpeg, toBe: colours)
    }

    @Test func `of an animated PNG the still picture is used`() async throws {
        let photo = PhotoFixture.animated(png: try PhotoFixture.png(seed: 2))
        try await expectColours(of: prepared(photo).jpeg, toBe: colours)
    }

    @Test func `what follows a picture's end is dropped`() async throws {
        for whole in [try PhotoFixture.png(seed: 2), try PhotoFixture.webp(seed: 2)] {
            let sent = try await prepared(whole + Data("SecretTrailer".utf8))
            #expect(sent.jpeg.range(of: Data("Secret".utf8)) == nil)
            try expectColours(of: sent.jpeg, toBe: colours)
        }
    }
}
