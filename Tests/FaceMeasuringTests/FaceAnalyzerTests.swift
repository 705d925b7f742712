import Foundation
import Ground
import TestSupport
import Testing

@testable import FaceFacts
@testable import FaceMeasuring

struct FaceAnalyzerTests {
    @Test(arguments: [
        PhotoPixels(width: 0, height: 0, rgb: Data()),
        PhotoPixels(width: 2, height: 2, rgb: Data(count: 11)),
        PhotoPixels(width: -2, height: -2, rgb: Data(count: 12)),
        PhotoPixels(width: 2, height: 2, rgb: Data(count: 12), scale: 0),
        PhotoPixels(width: 2, height: 2, rgb: Data(count: 12), scale: .nan),
    ])
    func `pixels that cannot be are an error`(_ pixels: PhotoPixels) throws {
        let analyzer = FaceAnalyzer()
        #expect(throws: FaceAnalysisError.malformedPixels) {
            try analyzer.analyze(pixels)
        }
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (7, 5), (40, 40)])
    func `a picture of any size is looked at`(_ width: Int, _ height: Int) throws {
        let pixels = PhotoPixels(
            width: width, height: height, rgb: Data(count: width * height * 3))
        let analysis = try FaceAnalyzer().analyze(pixels)
        #expect(analysis.facts.faces.isEmpty)
    }

    @Test func `the detector that comes with the program is that of the installed dlib`() {
        #expect(FaceDetector.isCurrent())
    }

    @Test func `several looks at once agree with one`() async throws {
        #expect(try await FaceAnalyzer().agreesWithItself())
    }
}
