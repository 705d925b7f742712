import Foundation
import Ground
import TestSupport
import Testing

@testable import FaceFacts
@testable import FaceMeasuring

/// What a photo's file and its face tell together: how near the camera was, and whether the photo was compressed too much.
@Suite(.needs("the models: 'make setup-models'", where: { MeasuredFace.areThere }))
struct CaptureTests {
    private func look(
        _ source: PhotoSource, scale: Double = 3
    ) throws -> PhotoAnalysis {
        try MeasuredFace.analyzer().analyze(
            DrawnFace.portrait.pixels(scale: scale), from: source)
    }

    /// The drawn eyes are 63.4 pixels apart, in a picture whose diagonal has 640.3.
    @Test(arguments: [(20, 29.4), (28, 41.2), (50, 73.5), (85, 125)])
    func `the distance is that at which the lens shows eyes so far apart`(
        _ focalLength: Int, _ distance: Double
    ) throws {
        let capture = try #require(
            look(PhotoSource(focalLength: focalLength)).facts.capture)
        let seen = try #require(capture.distance)
        #expect(seen.unit == .centimetres)
        #expect(abs(seen.value / distance - 1) < 0.06)
    }

    @Test func `the distance does not depend on how many pixels the photo has`() throws {
        let source = PhotoSource(focalLength: 28)
        let distances = try [1.0, 3, 8].map {
            try look(source, scale: $0).facts.capture?.distance?.value
        }
        #expect(Set(distances).count == 1)
    }

    @Test func `a camera that was too near is warned of, in a sentence with its distance`() throws {
        let analysis = try look(PhotoSource(focalLength: 20))
        let finding = try #require(analysis.findings.first { $0.rule == "cameraDistance" })
        #expect(finding.severity == .warning)
        #expect(finding.sentence.contains("about 30 cm away"))
        #expect(finding.sentence.contains("a third wider"))
        #expect(analysis.isAccepted)
        #expect(finding.isOverridable)
        #expect(try look(PhotoSource(focalLength: 35)).findings == [])
        #expect(try look(PhotoSource()).findings == [])
    }

    @Test func `without a lens no distance is claimed`() throws {
        #expect(try look(PhotoSource(quality: 90)).facts.capture?.distance == nil)
        #expect(try look(PhotoSource()).facts.capture == nil)
    }

    /// A pose, the distance of the eyes if they were seen, and whether a distance is known.
    private static let views: [(pose: Pose?, eyeDistance: Double?, isKnown: Bool)] = [
        (Pose(yaw: 0, direction: .front, roll: 0), 63, true),
        (Pose(yaw: 2, direction: .slightlyRight, roll: 0), 63, true),
        (Pose(yaw: 4, direction: .right, roll: 0), 63, false),
        (Pose(yaw: -4, direction: .left, roll: 0), 63, false),
        (nil, 63, false),
        (Pose(yaw: 0, direction: .front, roll: 0), nil, false),
    ]

    @Test(arguments: views)
    func `of a turned head and of hidden eyes no distance is claimed`(
        _ view: (pose: Pose?, eyeDistance: Double?, isKnown: Bool)
    ) {
        let capture = CaptureMeter.capture(
            PhotoSource(focalLength: 20), eyeDistance: view.eyeDistance, pose: view.pose, trust: 1,
            frame: PhotoFrame(width: 400, height: 500, scale: 3, isMirrored: false))
        #expect((capture?.distance != nil) == view.isKnown)
    }

    /// The eyes of the drawn portrait in pixels of the photo, the quality, and whether it is too low for them.
    @Test(arguments: [
        (1.0, 40, false), (1.0, 30, true), (3.0, 30, false), (3.0, 14, false), (3.0, 9, true),
    ])
    func `a small face bears less compression than a large one`(
        _ scale: Double, _ quality: Int, _ isTooLow: Bool
    ) throws {
        let analysis = try look(PhotoSource(quality: quality), scale: scale)
        let finding = analysis.findings.first { $0.rule == "compression" }
        #expect((finding != nil) == isTooLow)
        #expect(analysis.isAccepted)
        if let finding {
            #expect(finding.seen == "quality \(quality) of 100")
            #expect(finding.severity == .warning)
        }
    }
}
