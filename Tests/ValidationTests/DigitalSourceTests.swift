import Foundation
import TestSupport
import Testing
import Validation

/// What a picture says of how it came about.
struct DigitalSourceTests {
    private static let vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype/"

    @Test(arguments: [nil, 6])
    func `a marked picture says it, and is the same picture`(orientation: Int?) throws {
        let plain = try PhotoFixture.jpeg(width: 320, height: 400, orientation: orientation)
        let marked = DigitalSource.composite.marking(plain)
        #expect(DigitalSource(of: plain) == nil)
        #expect(DigitalSource(of: marked)?.term == "compositeSynthetic")
        #expect(try PictureJudge(marked).pixels == PictureJudge(plain).pixels)
    }

    @Test(arguments: [
        ("trainedAlgorithmicMedia\"/>", "trainedAlgorithmicMedia"),
        ("compositeCapture", "compositeCapture"),
        ("\"><script>", nil), ("", nil),
        ("\(String(repeating: "a", count: 90))", String(repeating: "a", count: 64)),
    ])
    func `the term of others is letters, and no more of them than a term has`(
        rest: String, term: String?
    ) {
        let picture = Data("…\(Self.vocabulary)\(rest)".utf8)
        #expect(DigitalSource(of: picture)?.term == term)
    }

    @Test func `what is no JPEG is left as it is`() throws {
        for bytes in [
            Data(), Data("none".utf8), Data([0xFF, 0xD8, 0xFF, 0xE0]),
            try PhotoFixture.png(width: 8, height: 8),
        ] {
            #expect(DigitalSource.enhanced.marking(bytes) == bytes)
        }
    }
}
