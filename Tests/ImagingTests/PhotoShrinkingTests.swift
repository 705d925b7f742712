import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// Copies of photos that are too large, beside what is sent of photos that are not.
@Suite(.timeLimit(.minutes(10)))
struct PhotoShrinkingTests {
    /// A kind of photo, of any size.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (_ width: Int, _ height: Int) throws -> Data

        init(_ name: String, _ make: @escaping @Sendable (Int, Int) throws -> Data) {
            testDescription = name
            self.make = make
        }
    }

    private static let kinds = [
        Kind("orientation") { try PhotoFixture.jpeg(width: $0, height: $1, orientation: 6) },
        Kind("profile") { try PhotoFixture.displayP3JPEG(width: $0, height: $1) },
        Kind("inks") { try PhotoFixture.cmykJPEG(width: $0, height: $1) },
        Kind("alpha") { try PhotoFixture.png(width: $0, height: $1, alpha: true) },
        Kind("16 bits") { try PhotoFixture.png(width: $0, height: $1, bits: 16) },
    ]

    @Test(arguments: kinds)
    func `a copy shows what is sent of the same photo within the limits`(
        kind: Kind
    ) async throws {
        let sent = try await prepared(try kind.make(1024, 256))
        let copy = try await copy(of: try kind.make(4480, 1120))
        let expected = try PictureJudge(sent.jpeg)
        let seen = try PictureJudge(copy)
        let longSide = max(seen.width, seen.height)
        let isAlike = (seen.width < seen.height) == (expected.width < expected.height)
        #expect(longSide == 4096 && isAlike, "\(kind.testDescription)")
        for (seen, wanted) in zip(seen.quadrants(), expected.quadrants()) {
            #expect(
                seen.isNear(wanted, within: 3),
                "\(kind.testDescription): \(seen) instead of \(wanted)")
        }
    }

    @Test func `the same photo has the same copy, and another photo another one`() async throws {
        let photo = try PhotoFixture.jpeg(width: 4200, height: 1200, noise: 20)
        let other = try PhotoFixture.jpeg(width: 4200, height: 1200, noise: 20, seed: 1)
        let copy = try await copy(of: photo)
        #expect(try await self.copy(of: photo) == copy)
        #expect(try await self.copy(of: other) != copy)
        let facts = try #require(HeaderInspector.inspect(copy).facts)
        #expect(facts.jpegQuality ?? 0 >= 90)
    }

    @Test func `a copy has no more bytes than it may, whatever its quality`() async throws {
        let photo = try PhotoFixture.jpeg(width: 2000, height: 1500, quality: 98, noise: 60)
        let most = photo.count / 3
        let limits = PhotoLimits(byteCount: 1...most)
        guard case .copy(let copy, _) = try await PhotoShrinking.copy(of: photo, within: limits)
        else {
            Issue.record("no copy")
            return
        }
        #expect(copy.count <= most && copy.count > most / 2)
        #expect(JPEGStructure.isBare(copy))
    }

    @Test func `a photo of which pixels are missing has no copy`() async throws {
        let photo = try PhotoFixture.jpeg(width: 9000, height: 3000)
        _ = try await copy(of: photo)
        let result = try await PhotoShrinking.copy(of: PhotoFixture.truncated(photo, to: 0.9))
        guard case .refused(let inspection) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(inspection.findings.map(\.rule) == ["decoding"])
    }

    /// At 10,000 by 10,000 pixels, coefficients take 600 MB, or half of it with halved colours.
    @Test(arguments: [
        (side: 10_000, quality: 95, isProgressive: true, isRefused: true),
        (side: 10_000, quality: 80, isProgressive: true, isRefused: false),
        (side: 10_000, quality: 95, isProgressive: false, isRefused: false),
        (side: 8192, quality: 95, isProgressive: true, isRefused: false),
    ])
    func `a JPEG that takes more memory than a decoder has is refused by its header`(
        side: Int, quality: Int, isProgressive: Bool, isRefused: Bool
    ) throws {
        let jpeg = try PhotoFixture.jpeg(quality: quality, isProgressive: isProgressive)
        let photo = PhotoFixture.claiming(width: side, height: side, jpeg)
        let inspection = HeaderInspector.inspect(photo, limits: .large)
        #expect(inspection.facts != nil)
        #expect(inspection.findings.map(\.rule) == (isRefused ? ["safeDecoding"] : []))
    }

    private func copy(of photo: Data) async throws -> Data {
        let result = try await PhotoShrinking.copy(of: photo)
        let copy: Data? = if case .copy(let copy, _) = result { copy } else { nil }
        return try #require(copy, "\(result)")
    }
}
