import Foundation
import Imaging
import TestSupport
import Testing
import Validation

struct PictureMakerTests {
    @Test(arguments: [(1024, 1024), (768, 1344), (1344, 768)])
    func `the middle of the photo fills the picture above a band`(
        width: Int, height: Int
    ) async throws {
        let photo = try PhotoFixture.jpeg(seed: 3)
        let png = try await PictureMaker.fill(
            photo, width: width, height: height, label: (250, 10, 120))
        let judge = try PictureJudge(png)
        #expect((judge.width, judge.height) == (width, height))
        try expectColours(of: png, toBe: PhotoFixture.quadrants(seed: 3))
        let inBand = 1 - 12 / Double(height)
        #expect(judge.meanColour(x: 0.5, y: inBand) == FixtureColour(250, 10, 120))
        let aboveBand = 1 - 34 / Double(height)
        #expect(!judge.meanColour(x: 0.5, y: aboveBand).isNear(FixtureColour(250, 10, 120)))
    }

    @Test func `a photo of any format is taken, and turned upright`() async throws {
        let lyingDown = try PhotoFixture.jpeg(width: 1600, height: 1200, orientation: 3, seed: 3)
        let colours = PhotoFixture.quadrants(seed: 3)
        for (photo, wanted) in [
            (lyingDown, Array(colours.reversed())), (try PhotoFixture.png(seed: 3), colours),
            (try PhotoFixture.webp(seed: 3), colours),
        ] {
            let png = try await PictureMaker.fill(
                photo, width: 512, height: 512, label: (0, 0, 0))
            try expectColours(of: png, toBe: wanted)
        }
    }

    @Test func `bytes that are no photo are an error`() async throws {
        await #expect(throws: ValidationError.self) {
            try await PictureMaker.fill(Data("?".utf8), width: 256, height: 256, label: (0, 0, 0))
        }
    }
}
