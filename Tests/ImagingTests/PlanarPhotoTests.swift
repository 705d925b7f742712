import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

/// The way through a JPEG's own planes, beside the one through libvips.
@Suite(.timeLimit(.minutes(10)))
struct PlanarPhotoTests {
    private static let sides = [(2000, 1500), (2001, 1499), (1503, 1993), (4096, 256)]

    @Test(arguments: sides, [false, true])
    func `both ways come to the same verdict, size and likeness`(
        side: (Int, Int), isProgressive: Bool
    ) async throws {
        let original = try PhotoFixture.jpeg(
            width: side.0, height: side.1, quality: 88, noise: 20, seed: 3,
            isProgressive: isProgressive)
        let likeness = try PictureJudge(original)
        let (planar, usual) = try await encodedBothWays(original)
        for photo in [planar, usual] {
            #expect((photo.width, photo.height) == side)
            #expect(photo.jpeg.count <= original.count * 3 / 5)
        }
        #expect(abs(planar.quality - usual.quality) <= 1)
        let gain =
            try PictureJudge(planar.jpeg).likeness(to: likeness)
            - PictureJudge(usual.jpeg).likeness(to: likeness)
        #expect(gain > -0.1, "\(gain) dB")
        // The planes of a picture without an own profile are handed on; nothing is smoothed twice.
        #expect(planar.jpeg != usual.jpeg)
    }

    /// A photo encoded by either way into three fifths of its bytes, to the same size.
    private func encodedBothWays(
        _ photo: Data
    ) async throws -> (planar: PreparedPhoto, usual: PreparedPhoto) {
        let limits = PhotoLimits(sentByteCount: photo.count * 3 / 5)
        let planar = try await prepared(photo, by: PhotoPreparer(limits: limits))
        let usual = try await prepared(
            photo, by: PhotoPreparer(limits: limits, usesPlanes: false))
        #expect(planar.treatment == .encoded && usual.treatment == .encoded)
        #expect((planar.width, planar.height) == (usual.width, usual.height))
        return (planar, usual)
    }

    @Test(arguments: 2...8)
    func `both ways turn a photo alike`(orientation: Int) async throws {
        let photo = try PhotoFixture.jpeg(
            width: 1202, height: 898, quality: 88, orientation: orientation, noise: 10, seed: 3)
        let (planar, usual) = try await encodedBothWays(photo)
        // What differs is the noise that each of the two encodings lost; a turn amiss has 10 dB.
        let likeness = try PictureJudge(planar.jpeg).likeness(to: PictureJudge(usual.jpeg))
        #expect(likeness > 30, "\(likeness) dB")
        #expect(planar.jpeg != usual.jpeg)
    }

    @Test(arguments: [0.2, 0.5, 0.9, 0.999])
    func `both ways refuse a truncated photo`(share: Double) async throws {
        let photo = PhotoFixture.truncated(
            try PhotoFixture.jpeg(width: 2000, height: 1500, quality: 88, noise: 30), to: share)
        for usesPlanes in [true, false] {
            let preparer = PhotoPreparer(
                limits: PhotoLimits(sentByteCount: 100_000), usesPlanes: usesPlanes)
            #expect(try await refusal(of: photo, by: preparer).map(\.rule) == ["decoding"])
        }
    }

    @Test func `both ways make a photo of pure noise smaller`() async throws {
        let noise = try PhotoFixture.jpeg(width: 1024, height: 1024, quality: 80, noise: 120)
        for usesPlanes in [true, false] {
            let preparer = PhotoPreparer(
                limits: PhotoLimits(sentByteCount: 60_000), usesPlanes: usesPlanes)
            let photo = try await prepared(noise, by: preparer)
            #expect(photo.width < 1024 && photo.jpeg.count <= 60_000)
            #expect(photo.findings.map(\.rule) == ["sentSide"])
        }
    }

    @Test(arguments: ["422", "440", "411"], 1...8)
    func `colours of any sampling come to the same picture both ways`(
        sampling: String, orientation: Int
    ) async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Samplings/\(sampling).jpg")
        let photo = try PhotoFixture.tagging(Data(contentsOf: file), orientation: orientation)
        let (planar, usual) = try await encodedBothWays(photo)
        let likeness = try PictureJudge(planar.jpeg).likeness(to: PictureJudge(usual.jpeg))
        #expect(likeness > 30, "\(likeness) dB")
        // Its sides are odd, so a turn would leave halved colours half a pixel off.
        let isPlanar = sampling != "411" && orientation == 1
        #expect((planar.jpeg != usual.jpeg) == isPlanar)
    }

    @Test func `odd sides, a profile and a turn come to the same picture`() async throws {
        let all = PhotoFixture.quadrants(seed: 3)
        let mirrored = [all[1], all[0], all[3], all[2]]
        for (photo, colours) in [
            (try PhotoFixture.jpeg(width: 800, height: 600, quality: 92, noise: 30, seed: 3), all),
            (
                try PhotoFixture.jpeg(
                    width: 800, height: 600, quality: 85, noise: 30, seed: 3, profile: "srgb"), all
            ),
            (
                try PhotoFixture.jpeg(
                    width: 801, height: 600, quality: 85, orientation: 2, noise: 30, seed: 3),
                mirrored
            ),
        ] {
            let preparer = PhotoPreparer(limits: PhotoLimits(sentByteCount: 20_000))
            let sent = try await prepared(photo, by: preparer)
            #expect(sent.treatment == .encoded)
            try expectColours(of: sent.jpeg, toBe: colours, within: 20)
        }
    }

    @Test func `photos one after another in the same memory do not mix`() async throws {
        try await withThrowingTaskGroup { group in
            for seed in 0..<12 {
                group.addTask {
                    let photo = try PhotoFixture.jpeg(
                        width: 1200 - 32 * seed, height: 900, quality: 85, noise: 30, seed: seed)
                    let sent = try await prepared(
                        photo, by: PhotoPreparer(limits: PhotoLimits(sentByteCount: 90_000)))
                    try expectColours(
                        of: sent.jpeg, toBe: PhotoFixture.quadrants(seed: seed), within: 20)
                }
            }
            try await group.waitForAll()
        }
    }
}
