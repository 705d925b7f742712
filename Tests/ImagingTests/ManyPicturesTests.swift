import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// Files that hold more than one picture.
@Suite(.timeLimit(.minutes(10)))
struct ManyPicturesTests {
    private let colours = PhotoFixture.quadrants(seed: 4)

    @Test func `of two pictures in a JPEG only the first is sent`() async throws {
        let first = try PhotoFixture.jpeg(seed: 4)
        let photo = PhotoFixture.multiPicture(first, try PhotoFixture.jpeg(seed: 5))
        let sent = try await prepared(photo)
        #expect(sent.treatment == .stripped)
        #expect(sent.jpeg.range(of: Data("MPF".utf8)) == nil)
        #expect(sent.jpeg.range(of: Data("hdrgm".utf8)) == nil)
        #expect(sent.jpeg.count <= first.count)
        #expect(try PictureJudge(sent.jpeg).pixels == PictureJudge(first).pixels)
    }

    @Test func `a second picture does not count as scans`() async throws {
        let photo = PhotoFixture.multiPicture(
            try PhotoFixture.scans(60), try PhotoFixture.scans(60))
        let inspection = try await PhotoInspector.inspect(photo)
        #expect(inspection.facts?.scanCount == 60)
        #expect(inspection.isAccepted)
    }

    @Test func `the video of a motion photo stays here`() async throws {
        let still = try PhotoFixture.jpeg(width: 2000, height: 1500, noise: 20)
        for limit in [1_999_999, 300_000] {
            let preparer = PhotoPreparer(limits: PhotoLimits(sentByteCount: limit))
            let sent = try await prepared(PhotoFixture.motionPhoto(still), by: preparer)
            #expect(sent.jpeg.range(of: Data("ftyp".utf8)) == nil)
            #expect(sent.jpeg.range(of: Data("MotionPhoto".utf8)) == nil)
        }
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `of a HEIC of many pictures the main one is used, and a notice says so`() async throws {
        let photo = try PhotoFixture.heic(pages: 12, seed: 4)
        let sent = try await prepared(photo)
        #expect((sent.width, sent.height) == (320, 320))
        let notice = try #require(sent.findings.first)
        #expect(notice.rule == "singlePage" && notice.severity == .notice)
        #expect(notice.seen == "12")
        try expectColours(of: sent.jpeg, toBe: colours)
    }
}
