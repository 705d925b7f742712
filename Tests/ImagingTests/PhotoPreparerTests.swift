import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

@Suite(.timeLimit(.minutes(10)))
struct PhotoPreparerTests {
    @Test(arguments: 1...8)
    func `a photo of every orientation comes out upright`(orientation: Int) async throws {
        let photo = try await prepared(
            PhotoFixture.jpeg(width: 1600, height: 1200, orientation: orientation, noise: 20))
        let colours = PhotoFixture.quadrants(seed: 0)
        let judge = try PictureJudge(photo.jpeg)
        #expect((photo.width, photo.height) == (orientation < 5 ? (1600, 1200) : (1200, 1600)))
        #expect((judge.width, judge.height) == (photo.width, photo.height))
        try expectColours(
            of: photo.jpeg, toBe: places(ofOrientation: orientation).map { colours[$0] })
    }

    @Test func `a large photo fits, uses most of the bytes, and keeps its sides`() async throws {
        let photo = try await prepared(PhotoFixture.large())
        #expect(photo.jpeg.count <= 1_999_999)
        #expect(photo.jpeg.count >= 1_860_000)
        #expect((photo.width, photo.height) == (4032, 3024))
        #expect(photo.quality >= 40)
        #expect(photo.findings.isEmpty)
    }

    @Test func `a photo without much detail is not saved better than it was`() async throws {
        let photo = try await prepared(PhotoFixture.jpeg(quality: 70))
        #expect((68...72).contains(photo.quality))
    }

    @Test func `a PNG that fits is saved at the highest quality`() async throws {
        let photo = try await prepared(PhotoFixture.png())
        #expect(photo.quality == 95)
    }

    @Test func `a photo of pure noise is made smaller, and a notice says so`() async throws {
        let noise = try PhotoFixture.jpeg(width: 4096, height: 4096, quality: 25, noise: 120)
        #expect(noise.count <= 7_000_000)
        let photo = try await prepared(noise)
        #expect(photo.jpeg.count <= 1_999_999)
        #expect(photo.quality >= 40)
        #expect(photo.width == photo.height && photo.width < 4096 && photo.width >= 1024)
        let notice = try #require(photo.findings.first)
        #expect(photo.findings.count == 1)
        #expect(notice.rule == "sentSide" && notice.severity == .notice)
        #expect(notice.seen == "\(photo.width)x\(photo.height)")
    }

    @Test(arguments: [1_999_999, 400_000, 60_000, 5_000])
    func `no photo is ever larger than the limit`(byteCount: Int) async throws {
        let preparer = PhotoPreparer(limits: PhotoLimits(sentByteCount: byteCount))
        let bytes = try PhotoFixture.jpeg(width: 2000, height: 1500, noise: 40)
        #expect(try await prepared(bytes, by: preparer).jpeg.count <= byteCount)
    }

    @Test func `a photo that no quality and no size makes fit is refused`() async throws {
        let preparer = PhotoPreparer(limits: PhotoLimits(sentByteCount: 100))
        let findings = try await refusal(of: PhotoFixture.jpeg(), by: preparer)
        #expect(findings.map(\.rule) == ["sentByteCount"])
    }

    @Test func `nothing but pixels leaves the machine`() async throws {
        let original = try PhotoFixture.jpegWithMetadata()
        let secrets = ["Exif", "SecretCamera", "SecretPlace", "xmpmeta", "ICC_PROFILE"]
        for secret in secrets {
            #expect(original.range(of: Data(secret.utf8)) != nil, "the fixture lacks \(secret)")
        }
        let photo = try await prepared(original + Data("SecretTrailer".utf8))
        for secret in secrets + ["SecretTrailer", "http://ns.adobe.com"] {
            #expect(photo.jpeg.range(of: Data(secret.utf8)) == nil, "\(secret) was left in")
        }
    }

    @Test func `what is encoded anew becomes a JPEG of one scan and three channels`() async throws {
        for bytes in [
            try PhotoFixture.displayP3JPEG(), try PhotoFixture.png(bits: 16, alpha: true),
            try PhotoFixture.webp(), try PhotoFixture.large(),
        ] {
            let facts = try #require(
                try await PhotoInspector.inspect(prepared(bytes).jpeg).facts)
            #expect(facts.format == .jpeg)
            #expect(facts.scanCount == 1)
            #expect(facts.colourSpace == .rgb)
            #expect(facts.orientation == 1)
        }
    }

    @Test(arguments: [0.5, 0.99])
    func `a truncated photo is refused, never sent with a grey end`(share: Double) async throws {
        for whole in [
            try PhotoFixture.jpeg(width: 1200, height: 900, noise: 30),
            try PhotoFixture.png(width: 1200, height: 900),
            try PhotoFixture.webp(width: 1200, height: 900, noise: 30),
        ] {
            let rules = try await refusal(of: PhotoFixture.truncated(whole, to: share)).map(\.rule)
            #expect(rules == ["decoding"] || rules == ["header"])
        }
    }

    @Test func `damaged photos beside whole ones do not change their verdicts`() async throws {
        let whole = try PhotoFixture.jpeg(width: 400, height: 300, noise: 30)
        let damaged = PhotoFixture.truncated(whole, to: 0.5)
        try await withThrowingTaskGroup(of: (Bool, Bool).self) { group in
            for index in 0..<60 {
                let isWhole = index % 2 == 0
                group.addTask {
                    let findings = try await refusal(of: isWhole ? whole : damaged)
                    return (isWhole, findings.map(\.rule) == (isWhole ? [] : ["decoding"]))
                }
            }
            for try await (isWhole, isRight) in group {
                #expect(isRight, "\(isWhole ? "a whole" : "a damaged") photo")
            }
        }
    }

    @Test func `a photo outside of the limits is refused before it is decoded`() async throws {
        let findings = try await refusal(of: PhotoFixture.png(width: 255, height: 300))
        #expect(findings.map(\.rule) == ["side"])
    }
}
