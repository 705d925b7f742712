import Decoding
import Foundation
import Ground
import HeadshotWorker
import TestSupport
import Testing
import Validation

/// That whatever an honest decoder says of a photo is believed, and never called unsafe.
@Suite(.timeLimit(.minutes(10)))
struct HonestAnswerTests {
    private static let tasks: [PictureTask] = [
        .look(pictureSide: 960), .makeHeadshot(backdrop: .studio),
        .check(looks: true), .shrink,
        .show(side: 560, asPixels: true),
    ]

    /// Drawn once: that takes longer than judging them.
    private static let degenerate = Result { try PhotoFixture.degenerate() }

    @Test(arguments: tasks)
    func `pictures with next to nothing in them are judged`(task: PictureTask) async throws {
        try await expectSense(task, of: try Self.degenerate.get())
    }

    @Test func `an orientation that does not exist is judged`() async throws {
        let jpeg = try DrawnFace.portrait.jpeg()
        let photos = try [0, 9, 10, 255, 256, 258, 4096, 32768, 65535].map {
            try PhotoFixture.tagging(jpeg, orientation: $0)
        }
        try await expectSense(.look(pictureSide: 960), of: photos)
    }

    @Test func `a colour profile of any name is judged`() async throws {
        let jpeg = try DrawnFace.portrait.jpeg()
        // Two of them were in files that other projects test with.
        let names = [
            "sRGB\0", "sRGB IEC61966-2.1\0", "", "\0", "\u{1B}[2J", "a\nb", "\u{7F}",
            String(repeating: "x", count: 99),
        ]
        try await expectSense(
            .look(pictureSide: 960), of: names.map { PhotoFixture.naming(profile: $0, jpeg) })
    }

    @Test func `a photo that is cut short anywhere is judged`() async throws {
        let photos = try PhotoFixture.oneOfEachKind().flatMap { photo in
            // A look at what is left, with no face in it, takes longest.
            [0.02, 0.3, 0.9].map { PhotoFixture.truncated(photo, to: $0) } + [photo.dropLast(1)]
        }
        try await expectSense(.prepare(looks: true), of: photos)
    }

    @Test(arguments: [(PictureTask.shrink, 12_000, 8_000), (.check(looks: true), 8_192, 8_192)])
    func `a WebP as large as a photo or a headshot may be is decoded in a decoder's memory`(
        task: PictureTask, width: Int, height: Int
    ) async throws {
        let picture = PhotoFixture.flatWebP(width: width, height: height)
        let reply = try await DecoderPool.built.perform(task, on: picture)
        #expect(reply.inspection.isAccepted, "\(reply.findings)")
    }

    private func expectSense(_ task: PictureTask, of photos: [Data]) async throws {
        for (number, photo) in photos.enumerated() {
            let reply = try await DecoderPool.built.perform(task, on: photo)
            let unsafe = reply.findings.first { $0.rule == "safeDecoding" }
            #expect(unsafe == nil, "photo \(number)")
        }
    }
}
