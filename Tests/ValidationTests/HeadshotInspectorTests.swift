import Foundation
import TestSupport
import Testing
import Validation

struct HeadshotInspectorTests {
    @Test func `a whole JPEG, PNG or WebP is accepted`() async throws {
        for bytes in [
            try PhotoFixture.jpeg(), try PhotoFixture.png(), try PhotoFixture.webp(),
            try PhotoFixture.jpeg(width: 5000, height: 5000),
        ] {
            let inspection = try await HeadshotInspector.inspect(bytes)
            #expect(inspection.isAccepted)
            #expect(inspection.facts?.byteCount == bytes.count)
        }
    }

    @Test(arguments: [(256, 256, true), (255, 256, false), (8192, 256, true), (8193, 256, false)])
    func `each side is exact at both ends`(width: Int, height: Int, isAccepted: Bool) async throws {
        let bytes = try PhotoFixture.png(width: width, height: height)
        let inspection = try await HeadshotInspector.inspect(bytes)
        #expect(inspection.isAccepted == isAccepted)
        #expect(inspection.findings.map(\.rule) == (isAccepted ? [] : [.side]))
        #expect(inspection.findings.allSatisfy { $0.sentence.hasPrefix("The headshot is") })
        #expect(inspection.findings.allSatisfy { !$0.sentence.contains("Choose") })
    }

    @Test(arguments: [0.5, 0.99])
    func `a truncated headshot is refused`(share: Double) async throws {
        for whole in [
            try PhotoFixture.jpeg(width: 1024, height: 1024, noise: 30),
            try PhotoFixture.png(width: 1024, height: 1024),
        ] {
            let inspection = try await HeadshotInspector.inspect(
                PhotoFixture.truncated(whole, to: share))
            #expect(inspection.findings.map(\.rule) == [.decoding])
        }
    }

    @Test(arguments: ["", "{\"error\": 1}", "<html>"])
    func `bytes that are no picture are refused`(text: String) async throws {
        let inspection = try await HeadshotInspector.inspect(Data(text.utf8))
        #expect(inspection.facts == nil)
        #expect(!inspection.isAccepted)
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `a format that no provider returns is refused`() async throws {
        let inspection = try await HeadshotInspector.inspect(PhotoFixture.heic())
        #expect(inspection.findings.map(\.rule) == [.format])
    }
}
