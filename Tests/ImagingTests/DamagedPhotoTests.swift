import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// JPEGs that are not as they should be, and what still passes.
@Suite(.timeLimit(.minutes(10)))
struct DamagedPhotoTests {
    /// Too large to be kept as it is, and with halved chroma, so that its planes are decoded.
    private static func large() throws -> Data {
        try PhotoFixture.jpeg(width: 2000, height: 1500, quality: 89, noise: 90)
    }

    private static let ways = [true, false]

    @Test(arguments: ways)
    func `bytes changed in the midst of the pixels are noticed`(usesPlanes: Bool) async throws {
        let preparer = PhotoPreparer(
            limits: PhotoLimits(sentByteCount: 200_000), usesPlanes: usesPlanes)
        for whole in [
            try Self.large(), try PhotoFixture.jpeg(width: 800, height: 600, noise: 30),
            try PhotoFixture.jpeg(width: 2000, height: 1500, quality: 92, noise: 60),
            try PhotoFixture.jpeg(width: 2000, height: 1500, noise: 60, profile: "p3"),
            try PhotoFixture.jpeg(width: 2000, height: 1500, orientation: 6, noise: 60),
            try PhotoFixture.cmykJPEG(width: 2000, height: 1500),
        ] {
            #expect(try await refusal(of: whole, by: preparer).isEmpty)
            let findings = try await refusal(of: PhotoFixture.corrupted(whole), by: preparer)
            #expect(findings.map(\.rule) == ["decoding"])
        }
    }

    @Test(arguments: [(0, true), (2, true), (32, true), (200, false)], ways)
    func `a little padding comes from a camera, much of it from lost pixels`(
        padding: (byteCount: Int, isAccepted: Bool), usesPlanes: Bool
    ) async throws {
        let photo = PhotoFixture.padded(
            withBytes: padding.byteCount, beforeEndOf: try Self.large())
        let preparer = PhotoPreparer(usesPlanes: usesPlanes)
        #expect(try await refusal(of: photo, by: preparer).isEmpty == padding.isAccepted)
    }

    @Test(arguments: ways)
    func `a scan header that some telephones write wrongly does no harm`(
        usesPlanes: Bool
    ) async throws {
        let odd = try PhotoFixture.withOddScanHeader(Self.large())
        let preparer = PhotoPreparer(usesPlanes: usesPlanes)
        #expect(try await refusal(of: odd, by: preparer).isEmpty)
    }

    /// Whole JPEGs of all the ways in which they are decoded.
    private static func wholes() throws -> [Data] {
        [
            try large(), try PhotoFixture.jpeg(noise: 20),
            try PhotoFixture.jpeg(width: 800, height: 600, quality: 92, noise: 20),
            try PhotoFixture.jpeg(noise: 20, isProgressive: true),
            try PhotoFixture.jpeg(orientation: 6, noise: 20),
            try PhotoFixture.jpeg(noise: 20, profile: "p3"), try PhotoFixture.greyJPEG(),
            try PhotoFixture.cmykJPEG(), try PhotoFixture.jpegWithMetadata(),
        ]
    }

    private static let trailers = [
        Data(), PhotoFixture.video, PhotoFixture.samsungTrailer, Data(count: 5000),
    ]

    @Test(arguments: trailers)
    func `a JPEG without its end marker, all of whose pixels are there, is encoded anew`(
        trailer: Data
    ) async throws {
        // One with as much metadata as a JPEG can have is refused without its end.
        for (number, whole) in try Self.wholes().dropLast().enumerated() {
            let photo = PhotoFixture.withoutEnd(whole) + trailer
            #expect(HeaderInspector.inspect(photo).isAccepted, "photo \(number)")
            let sent = try await prepared(photo, analysisSide: 200)
            #expect(sent.treatment == .encoded, "photo \(number)")
            #expect(sent.analysis != nil, "photo \(number)")
            let usual = try await prepared(whole)
            #expect((sent.width, sent.height) == (usual.width, usual.height), "photo \(number)")
            try expectColours(of: sent.jpeg, toBe: PictureJudge(usual.jpeg).quadrants())
            // The tasks that do not prepare it find its pixels, too.
            #expect(try await PhotoPixels.of(photo, side: 100) != nil, "photo \(number)")
        }
    }

    @Test(arguments: trailers)
    func `a JPEG without its end is refused if one byte of its pixels is missing`(
        trailer: Data
    ) async throws {
        for (number, whole) in try Self.wholes().enumerated() {
            let findings = try await refusal(of: whole.dropLast(3) + trailer)
            #expect(findings.map(\.rule) == ["decoding"], "photo \(number)")
        }
    }

    @Test func `a progressive JPEG without its last scan and its end is refused`() async throws {
        let whole = try PhotoFixture.jpeg(noise: 20, isProgressive: true)
        let findings = try await refusal(of: PhotoFixture.withoutLastScan(whole))
        #expect(findings.map(\.rule) == ["decoding"])
    }

    @Test func `a JPEG without its end and with unknown bytes behind it is refused`() async throws {
        let photo = PhotoFixture.withoutEnd(try PhotoFixture.jpeg(noise: 20))
        let findings = try await refusal(of: photo + Data(repeating: 0x55, count: 300))
        #expect(findings.map(\.rule) == ["decoding"])
    }

    @Test func `a JPEG made of nothing but empty segments costs no memory`() async throws {
        let jpeg = try PhotoFixture.jpeg()
        let empty = Data([0xFF, 0xFE, 0x00, 0x02])
        let many = Data((0..<500_000).flatMap { _ in empty })
        let photo = jpeg.prefix(2) + many + jpeg.dropFirst(2)
        #expect(try await prepared(photo).treatment == .encoded)
    }

    @Test func `every refusal tells a person what was seen and what to do`() async throws {
        let jpeg = try PhotoFixture.jpeg()
        for photo in [
            Data(), Data("text".utf8), jpeg.prefix(24), PhotoFixture.corrupted(try Self.large()),
            try PhotoFixture.png(width: 200, height: 300), try PhotoFixture.scans(101),
        ] {
            let finding = try #require(try await refusal(of: photo).first)
            #expect(
                finding.sentence.wholeMatch(of: /(The|This) .+\. (Choose|Save|Copy|Use) .+\./)
                    != nil)
            #expect(!finding.seen.isEmpty && !finding.limit.isEmpty)
        }
    }
}
