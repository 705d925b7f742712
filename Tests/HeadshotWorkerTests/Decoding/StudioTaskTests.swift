import Decoding
import Foundation
import Ground
import HeadshotWorker
import Imaging
import Isolation
import Nets
import TestSupport
import Testing
import Validation

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../models").standardizedFileURL.path(percentEncoded: false)

/// Headshots that decoders make with the models, behind all fences.
@Suite(
    .timeLimit(.minutes(10)),
    .needs("the models: 'make setup-models'", where: { (try? NetBytes(folder: folder)) != nil }))
struct StudioTaskTests {
    private static let pool = Result {
        DecoderPool(
            DecoderProgram(
                path: try Program.built("headshot-decoder").path,
                nets: try SharedBytes(NetBytes(folder: folder).joined)), size: 1)
    }

    private func made(_ photo: Data, _ backdrop: Backdrop) async throws -> PictureReply {
        try await Self.pool.get().perform(
            .makeHeadshot(backdrop: backdrop), on: photo)
    }

    @Test(arguments: Backdrop.allCases)
    func `the person of the demo is put before what is wanted`(_ backdrop: Backdrop) async throws {
        let reply = try await made(DrawnFace.photo(), backdrop)
        let making = try #require(reply.making)
        #expect(making.backdrop == backdrop && making.wanted == backdrop)
        #expect(making.refusal == nil && making.sentence == nil)
        #expect((making.figures == nil) == (backdrop == .own))
        let picture = try #require(reply.picture)
        let facts = try #require(try await PhotoInspector.inspect(picture).facts)
        #expect((facts.width, facts.height) == (1024, 1280))
        let pixels = try #require(try await PhotoPixels.of(picture))
        let corner = pixels.rgb.prefix(3).map(Int.init)
        // The room is light at the left; a studio's corner is dark.
        #expect((corner.max() ?? 0 < 140) == (backdrop == .studio))
    }

    @Test func `a person that cannot be cut out keeps the background, and the reply says why`()
        async throws
    {
        // Two of the person side by side: whichever the frame is around, the other one is in it.
        let person = DrawnFace.portrait.cropped(x: 110, y: 60, width: 180, height: 400)
        let photo = try person.beside(person).jpeg()
        let reply = try await made(photo, .studio)
        let making = try #require(reply.making)
        #expect(reply.picture != nil)
        #expect(making.backdrop == .own && making.wanted == .studio)
        #expect(making.refusal != nil)
        #expect(making.sentence?.hasSuffix("the background was only softened.") == true)
    }

    @Test func `the same photo makes the same headshot, byte for byte`() async throws {
        let photo = try DrawnFace.photo()
        let first = try await made(photo, .blur)
        #expect(try await made(photo, .blur) == first)
    }

    @Test func `each reason has a sentence for people`() {
        for refusal in CutOutRefusal.allCases {
            let making = HeadshotMaking(backdrop: .own, wanted: .studio, refusal: refusal)
            #expect(making.sentence?.hasSuffix("softened.") == true)
        }
        #expect(HeadshotMaking(backdrop: .studio, wanted: .studio).sentence == nil)
    }
}
