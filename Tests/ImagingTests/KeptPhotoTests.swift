import Foundation
import Imaging
import TestSupport
import Testing
import Validation

/// Photos whose coded pixels are sent as they are.
@Suite(.timeLimit(.minutes(10)))
struct KeptPhotoTests {
    @Test func `a photo that fits keeps every pixel and loses all else`() async throws {
        let jpeg = try PhotoFixture.jpeg(width: 1600, height: 1200, quality: 77, noise: 20)
        let photo = try await prepared(PhotoFixture.telling(jpeg))
        #expect(photo.treatment == .stripped)
        #expect(photo.encodings == 0)
        #expect((75...79).contains(photo.quality))
        #expect(photo.jpeg.range(of: Data("Secret".utf8)) == nil)
        #expect(try PictureJudge(photo.jpeg).pixels == PictureJudge(jpeg).pixels)
    }

    @Test func `progressive and grey photos are kept, too`() async throws {
        for jpeg in [try PhotoFixture.progressiveJPEG(), try PhotoFixture.greyJPEG()] {
            let photo = try await prepared(PhotoFixture.telling(jpeg))
            #expect(photo.treatment == .stripped)
            #expect(try PictureJudge(photo.jpeg).pixels == PictureJudge(jpeg).pixels)
        }
    }

    @Test func `a profile that says sRGB is kept, for it is true`() async throws {
        let photo = try await prepared(PhotoFixture.jpeg(profile: "srgb"))
        #expect(photo.treatment == .stripped)
        #expect(photo.jpeg.range(of: Data("ICC_PROFILE".utf8)) != nil)
    }

    @Test func `whether a photo fits is asked of its pixels alone`() async throws {
        let whole = try PhotoFixture.jpeg(width: 800, height: 600, noise: 20)
        let bare = try await prepared(whole).jpeg
        let padded = PhotoFixture.padded(whole, to: whole.count + 300_000)
        for (limit, treatment) in [
            (bare.count, PreparedPhoto.Treatment.stripped), (bare.count - 1, .encoded),
        ] {
            let preparer = PhotoPreparer(limits: PhotoLimits(sentByteCount: limit))
            let photo = try await prepared(padded, by: preparer)
            #expect(photo.treatment == treatment)
            #expect(photo.jpeg.count <= limit)
        }
    }

    @Test func `a photo is sent with less than two megabytes`() {
        #expect(PhotoLimits.standard.sentByteCount == 1_999_999)
        #expect(PhotoLimits().sentByteCount == 1_999_999)
    }

    @Test func `what few programs understand is encoded anew`() async throws {
        let jpeg = try PhotoFixture.jpeg()
        let thumbnail = Data("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1, 9, 9, 9]
        for (index, photo) in [
            PhotoFixture.arithmeticJPEG, try PhotoFixture.withOddScanHeader(jpeg),
            PhotoFixture.withBrokenProfile(jpeg), try PhotoFixture.displayP3JPEG(),
            try PhotoFixture.cmykJPEG(), PhotoFixture.adding(segment: 0xE0, thumbnail, to: jpeg),
            PhotoFixture.padded(withBytes: 20, beforeEndOf: jpeg),
        ].enumerated() {
            #expect(try await prepared(photo).treatment == .encoded, "photo \(index)")
        }
    }

    @Test func `a webcam's JPEG without Huffman tables is encoded anew`() async throws {
        for (number, usual) in [
            try PhotoFixture.jpeg(noise: 20), try PhotoFixture.greyJPEG(),
            try PhotoFixture.jpeg(width: 1600, height: 1200, quality: 77, noise: 20),
            try PhotoFixture.jpeg(orientation: 6, noise: 20),
        ].enumerated() {
            let kept = try await prepared(usual)
            #expect(kept.treatment != .encoded, "photo \(number)")
            let bare = PhotoFixture.withoutTables(usual)
            #expect(bare.range(of: Data([0xFF, 0xC4])) == nil)
            let sent = try await prepared(bare)
            #expect(sent.treatment == .encoded, "photo \(number)")
            #expect(sent.jpeg.range(of: Data([0xFF, 0xC4])) != nil, "photo \(number)")
            let colours = try PictureJudge(kept.jpeg).quadrants()
            try expectColours(of: sent.jpeg, toBe: colours)
        }
    }

    @Test func `a JPEG one of whose Huffman tables is missing is encoded anew`() async throws {
        let jpeg = try PhotoFixture.jpeg(noise: 20)
        let table = try #require(jpeg.range(of: Data([0xFF, 0xC4])))
        // Another number, which no scan names.
        var renamed = jpeg
        renamed[table.upperBound + 2] = 3
        #expect(try await prepared(renamed).treatment == .encoded)
    }

    @Test(arguments: 2...8)
    func `a photo that lies on its side is turned without loss`(orientation: Int) async throws {
        let jpeg = try PhotoFixture.jpeg(
            width: 1600, height: 1200, orientation: orientation, noise: 20)
        let photo = try await prepared(PhotoFixture.telling(jpeg))
        #expect(photo.treatment == .turned)
        #expect(photo.encodings == 0)
        #expect(photo.jpeg.range(of: Data("Secret".utf8)) == nil)
        let facts = try #require(try await PhotoInspector.inspect(photo.jpeg).facts)
        #expect(facts.orientation == 1)
        #expect((facts.width, facts.height) == (photo.width, photo.height))
        // Turned back, each coded block is what it was.
        let back = [2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6][orientation]
        let tagged = try PhotoFixture.tagging(photo.jpeg, orientation: #require(back))
        let original = try await prepared(
            PhotoFixture.jpeg(width: 1600, height: 1200, noise: 20))
        let returned = try await prepared(tagged)
        #expect(returned.treatment == .turned)
        #expect(
            try PictureJudge(returned.jpeg).pixels == PictureJudge(original.jpeg).pixels)
    }

    @Test func `a photo whose edge would be spoiled by a turn is encoded anew`() async throws {
        let photo = try await prepared(
            PhotoFixture.jpeg(width: 1602, height: 1201, orientation: 6, noise: 20))
        #expect(photo.treatment == .encoded)
        #expect((photo.width, photo.height) == (1201, 1602))
    }
}
