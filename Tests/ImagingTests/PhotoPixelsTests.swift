import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

@Suite(.timeLimit(.minutes(10)))
struct PhotoPixelsTests {
    private let colours = PhotoFixture.quadrants(seed: 3)

    @Test(arguments: [nil, 3, 6], [1_999_999, 100_000])
    func `a prepared photo brings its pixels, upright and to scale`(
        orientation: Int?, limit: Int
    ) async throws {
        let photo = try PhotoFixture.jpeg(
            width: 1600, height: 1200, quality: 85, orientation: orientation, noise: 10, seed: 3)
        let sent = try await prepared(
            photo, by: PhotoPreparer(limits: PhotoLimits(sentByteCount: limit)), analysisSide: 640)
        let pixels = try #require(sent.analysis)
        let isUpright = orientation != 6
        #expect((pixels.width, pixels.height) == (isUpright ? (640, 480) : (480, 640)))
        #expect(pixels.scale == 2.5)
        expect(pixels, shows: try PictureJudge(sent.jpeg))
    }

    @Test(arguments: [1_999_999, 100_000, 20_000], [true, false])
    func `a photo that is not to be sent is judged the same, and has the same pixels`(
        limit: Int, usesPlanes: Bool
    ) async throws {
        let photo = try PhotoFixture.jpeg(
            width: 1600, height: 1200, quality: 85, noise: 10, seed: 3)
        let preparer = PhotoPreparer(
            limits: PhotoLimits(sentByteCount: limit), usesPlanes: usesPlanes)
        let sent = try await prepared(photo, by: preparer, analysisSide: 640)
        let judged = try await preparer.prepare(photo, analysisSide: 640, encodes: false)
        #expect(judged == .judged(sent.findings, sent.analysis))
        // With the least bytes, the photo as sent has lost pixels, and that is said.
        #expect(sent.findings.isEmpty == (limit > 20_000))
    }

    @Test func `nothing is enlarged, and nothing made unless asked for`() async throws {
        let photo = try PhotoFixture.jpeg(seed: 3)
        #expect(try await prepared(photo).analysis == nil)
        let pixels = try #require(try await prepared(photo, analysisSide: 1280).analysis)
        #expect((pixels.width, pixels.height) == (640, 480))
        #expect(pixels.scale == 1)
    }

    @Test func `colours from planes are those that libvips makes of them`() async throws {
        let photo = try PhotoFixture.jpeg(
            width: 1501, height: 1101, quality: 85, noise: 5, seed: 3)
        let limits = PhotoLimits(sentByteCount: 50_000)
        let planar = try await prepared(
            photo, by: PhotoPreparer(limits: limits), analysisSide: 500)
        let usual = try await prepared(
            photo, by: PhotoPreparer(limits: limits, usesPlanes: false), analysisSide: 500)
        let (one, other) = try (#require(planar.analysis), #require(usual.analysis))
        #expect((one.width, one.height) == (other.width, other.height))
        let mean = zip(one.rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(mean) / Double(one.rgb.count) < 1)
    }

    @Test(arguments: ["jpeg", "png", "webp", "grey", "large"])
    func `a photo or headshot of any format has pixels`(kind: String) async throws {
        let (bytes, longSide) =
            switch kind {
            case "png": (try PhotoFixture.png(bits: 16, alpha: true, seed: 3), 640)
            case "webp": (try PhotoFixture.webp(seed: 3), 640)
            case "grey": (try PhotoFixture.greyJPEG(seed: 3), 640)
            case "large": (try PhotoFixture.png(width: 5000, height: 300, seed: 3), 5000)
            default: (try PhotoFixture.jpeg(orientation: 6, seed: 3), 640)
            }
        let pixels = try #require(try await PhotoPixels.of(bytes, side: 320))
        #expect(max(pixels.width, pixels.height) == 320)
        #expect(pixels.scale == Double(longSide) / 320)
        #expect(pixels.rgb.count == 3 * pixels.width * pixels.height)
    }

    @Test func `bytes that are no picture, or not a whole one, have no pixels`() async throws {
        let jpeg = try PhotoFixture.jpeg(width: 800, height: 600, noise: 30)
        for bytes in [Data(), Data("text".utf8), PhotoFixture.truncated(jpeg, to: 0.5)] {
            #expect(try await PhotoPixels.of(bytes) == nil)
        }
    }

    @Test func `pixels travel as a pixmap, and nothing else is read as one`() async throws {
        let pixels = try #require(try await PhotoPixels.of(PhotoFixture.jpeg(seed: 3), side: 99))
        let pixmap = pixels.pixmap
        let read = try #require(PhotoPixels(pixmap: pixmap))
        #expect((read.width, read.height, read.rgb) == (pixels.width, pixels.height, pixels.rgb))
        let wrong = [
            Data(), pixmap.dropLast(), pixmap + [0], pixmap.dropFirst(),
            Data("P6\n99999 99999\n255\n".utf8), Data("P6\n0 5\n255\n".utf8),
            Data("P5\n1 1\n255\nabc".utf8), try PhotoFixture.jpeg(seed: 3),
        ]
        for bytes in wrong { #expect(PhotoPixels(pixmap: bytes) == nil) }
    }

    private func expect(_ pixels: PhotoPixels, shows judge: borrowing PictureJudge) {
        #expect(pixels.rgb.count == 3 * pixels.width * pixels.height)
        for (x, y, quadrant) in [(0.25, 0.25, 0), (0.75, 0.25, 1), (0.25, 0.75, 2)] {
            let column = Int(Double(pixels.width) * x)
            let start = 3 * (Int(Double(pixels.height) * y) * pixels.width + column)
            let seen = FixtureColour(
                Int(pixels.rgb[start]), Int(pixels.rgb[start + 1]), Int(pixels.rgb[start + 2]))
            let wanted = judge.quadrants()[quadrant]
            #expect(seen.isNear(wanted, within: 16), "\(seen) instead of \(wanted)")
        }
    }
}
