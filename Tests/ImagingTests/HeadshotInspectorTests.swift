import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

struct HeadshotInspectorTests {
    @Test func `a whole JPEG, PNG or WebP is accepted`() async throws {
        for bytes in [
            try PhotoFixture.jpeg(), try PhotoFixture.png(), try PhotoFixture.webp(),
            try PhotoFixture.jpeg(width: 5000, height: 5000),
        ] {
            let inspection = try await HeadshotInspector.inspect(bytes).inspection
            #expect(inspection.isAccepted)
            #expect(inspection.facts?.byteCount == bytes.count)
        }
    }

    @Test(arguments: [(256, 256, true), (255, 256, false), (8192, 256, true), (8193, 256, false)])
    func `each side is exact at both ends`(width: Int, height: Int, isAccepted: Bool) async throws {
        let bytes = try PhotoFixture.png(width: width, height: height)
        let inspection = try await HeadshotInspector.inspect(bytes).inspection
        #expect(inspection.isAccepted == isAccepted)
        #expect(inspection.findings.map(\.rule) == (isAccepted ? [] : ["side"]))
        #expect(inspection.findings.allSatisfy { $0.sentence.hasPrefix("The headshot is") })
        #expect(inspection.findings.allSatisfy { !$0.sentence.contains("Choose") })
    }

    @Test(arguments: [0.5, 0.99])
    func `a truncated headshot is refused`(share: Double) async throws {
        for whole in [
            try PhotoFixture.jpeg(width: 1024, height: 1024, noise: 30),
            try PhotoFixture.png(width: 1024, height: 1024),
        ] {
            let cut = PhotoFixture.truncated(whole, to: share)
            for side in [nil, 2000, 400] {
                let (inspection, pixels) = try await HeadshotInspector.inspect(
                    cut, analysisSide: side)
                #expect(inspection.findings.map(\.rule) == ["decoding"])
                #expect(pixels == nil)
            }
        }
    }

    @Test func `the pixels of the one decode are those that a decode of their own gives`()
        async throws
    {
        for bytes in [
            try PhotoFixture.jpeg(width: 900, height: 1200, noise: 30),
            try PhotoFixture.png(width: 640, height: 480),
        ] {
            let pixels = try await HeadshotInspector.inspect(bytes, analysisSide: 1280).analysis
            #expect(try await pixels == PhotoPixels.of(bytes, side: 1280))
            let small = try await HeadshotInspector.inspect(bytes, analysisSide: 200).analysis
            #expect(small.map { max($0.width, $0.height) } == 200)
        }
    }

    @Test(arguments: ["", "{\"error\": 1}", "<html>"])
    func `bytes that are no picture are refused`(text: String) async throws {
        let inspection = try await HeadshotInspector.inspect(Data(text.utf8)).inspection
        #expect(inspection.facts == nil)
        #expect(!inspection.isAccepted)
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `a format that no provider returns is refused`() async throws {
        let inspection = try await HeadshotInspector.inspect(PhotoFixture.heic()).inspection
        #expect(inspection.findings.map(\.rule) == ["format"])
    }
}
