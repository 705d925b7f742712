import Foundation
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
        for (seen, wanted) in zip(judge.quadrants(), PhotoFixture.quadrants(seed: 3)) {
            #expect(seen.isNear(wanted), "\(seen) instead of \(wanted)")
        }
        let inBand = 1 - 12 / Double(height)
        #expect(judge.meanColour(x: 0.5, y: inBand) == FixtureColour(250, 10, 120))
        let aboveBand = 1 - 34 / Double(height)
        #expect(!judge.meanColour(x: 0.5, y: aboveBand).isNear(FixtureColour(250, 10, 120)))
    }

    @Test func `bytes that are no photo are an error`() async throws {
        await #expect(throws: ValidationError.self) {
            try await PictureMaker.fill(Data("?".utf8), width: 256, height: 256, label: (0, 0, 0))
        }
    }
}
