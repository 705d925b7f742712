import Decoding
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import Imaging
import TestSupport
import Testing
import Validation

/// What each task answers about pictures that are what they should be, and about some that are not.
@Suite(.timeLimit(.minutes(10)))
struct PictureTaskTests {
    @Test func `A prepared photo comes with its facts, its bytes and a look at its face`()
        async throws
    {
        let photo = try DrawnFace.photo()
        let reply = try await perform(.prepare(looks: true), on: photo)
        #expect(reply.inspection.facts?.format == .jpeg)
        #expect(reply.analysis?.facts.faces.count == 1)
        let sent = try #require(reply.picture)
        let sentFacts = try await PhotoInspector.inspect(sent).facts
        #expect(sentFacts?.width == reply.inspection.facts?.width)
    }

    @Test func `Without a look, nothing is said of a face`() async throws {
        let reply = try await perform(
            .prepare(looks: false), on: PhotoFixture.jpeg())
        #expect(reply.picture != nil)
        #expect(reply.analysis == nil)
    }

    @Test(arguments: [
        PictureTask.prepare(looks: true), .look(pictureSide: 300),
        .makeHeadshot(backdrop: .studio),
    ])
    func `A damaged photo is refused with its facts, and nothing is made of it`(_ task: PictureTask)
        async throws
    {
        let photo = try PhotoFixture.jpeg()
        let reply = try await perform(task, on: photo.prefix(photo.count / 2))
        #expect(reply.inspection.facts != nil)
        #expect(reply.inspection.findings.map(\.rule).contains("decoding"))
        #expect(reply.picture == nil)
        #expect(reply.analysis == nil)
    }

    @Test func `A look answers with the photo made small if that is wanted`() async throws {
        let without = try await perform(.look(pictureSide: nil), on: DrawnFace.photo())
        #expect(without.analysis?.facts.faces.count == 1)
        #expect(without.picture == nil)
        let reply = try await perform(.look(pictureSide: 300), on: DrawnFace.photo())
        #expect(reply.analysis?.facts.faces.count == 1)
        let picture = try #require(reply.picture)
        let small = try #require(try await PhotoInspector.inspect(picture).facts)
        #expect(max(small.width, small.height) == 300)
    }

    @Test(arguments: Backdrop.allCases)
    func `Without the models a headshot keeps its own background, and the reply says why`(
        _ backdrop: Backdrop
    ) async throws {
        let reply = try await perform(
            .makeHeadshot(backdrop: backdrop), on: DrawnFace.photo())
        #expect(reply.picture != nil)
        let making = try #require(reply.making)
        #expect(making.backdrop == .own)
        #expect(making.wanted == backdrop)
        #expect(making.refusal == (backdrop == .own ? nil : .modelsMissing))
        #expect(making.sentence?.contains("not installed") == (backdrop == .own ? nil : true))
    }

    @Test(arguments: [true, false])
    func `A headshot is checked, and looked at where that is asked for`(_ looks: Bool) async throws
    {
        let reply = try await perform(.check(looks: looks), on: DrawnFace.photo())
        #expect(reply.inspection.isAccepted)
        #expect((reply.analysis != nil) == looks)
        #expect(reply.picture == nil)
    }

    @Test
    func `Any picture that is whole is shown small, as a JPEG or as pixels`()
        async throws
    {
        let photo = try DrawnFace.photo()
        let shown = try #require(
            try await perform(.show(side: 300, asPixels: false), on: photo).picture)
        let small = try #require(try await PhotoInspector.inspect(shown).facts)
        #expect((small.width, small.height) == (240, 300))
        let pixmap = try await perform(.show(side: 300, asPixels: true), on: photo).picture
        let pixels = try #require(pixmap.flatMap(PhotoPixels.init))
        #expect((pixels.width, pixels.height) == (240, 300))
        for bytes in [photo.prefix(photo.count / 2), Data("text".utf8), Data()] {
            let reply = try await perform(.show(side: 300, asPixels: false), on: bytes)
            #expect(reply.picture == nil)
        }
    }

    @Test func `a small copy says of itself what the headshot says, and of a photo nothing`()
        async throws
    {
        let photo = try DrawnFace.photo()
        let made = try #require(try await perform(.makeHeadshot(backdrop: .own), on: photo).picture)
        for (picture, term) in [(made, "algorithmicallyEnhanced"), (photo, nil)] {
            let copy = try #require(
                try await perform(.show(side: 200, asPixels: false), on: picture).picture)
            #expect(DigitalSource(of: copy)?.term == term)
        }
    }

    private func perform(_ task: PictureTask, on picture: Data) async throws -> PictureReply {
        try await DecoderPool.built.perform(task, on: picture)
    }
}
