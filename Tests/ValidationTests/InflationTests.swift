import Foundation
import TestSupport
import Testing

@testable import Validation

/// Inflating a little of strangers' texts, against what zlib deflated.
@Suite(.timeLimit(.minutes(10)))
struct InflationTests {
    /// The text "Raw profile type exif" of a picture that lies on its side: by zlib's own tables, with tables in the text, and
    /// without any.
    static let texts: [(bytes: Data, byteCount: Int)] = [
        (
            base64(
                """
                eNrjSq3ITONSAANjIy4TU3MLM0szMwMgMLE0sTRKBDIsDCDAEIiMgKQxhA0GZgYogAsAisAPkQ==
                """), 80
        ),
        (
            base64(
                """
                eNptUEEOAjEIvPMKnwBYa/sc07iJP/D5MgVsN0p2GwrTYQZ6vl8HXRDalcrt3mqvlS1KL10fljT2EPvUzqvnMyr/CVUygHzvIpaP\
                NlpcZge3kdSWqZ4roBmNcHhxNDxU5SBIFeiL5EMRQ0RtIhwttPQkIcoAQxFokc8BQa2K6kL6eMrpIHEwZi0FS1n2J9EWMGuKXKT7\
                hoptrWHx1+gJGV3KSRJ25r+2FJuzx25RglK2jEPRpoFzlld3ezkCxqAqDEqqotg+0weILnpY
                """), 608
        ),
        (PhotoFixture.stored(Data(repeating: 9, count: 5000)), 5000),
    ]

    private static func base64(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }

    @Test(arguments: texts)
    func `a text comes out as it was deflated`(bytes: Data, byteCount: Int) {
        let text = Inflation.inflated(ByteView(bytes), toAtMost: 100_000)
        #expect(text?.count == byteCount)
        // The checksum of zlib's format, at its end.
        var (low, high) = (1, 0)
        for byte in text ?? Data() {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        #expect(bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) } == high << 16 | low)
    }

    @Test(arguments: texts.prefix(2))
    func `the orientation is found in a deflated text`(bytes: Data, byteCount: Int) throws {
        let photo = PhotoFixture.adding(
            chunk: "zTXt", Data("Raw profile type exif\0\0".utf8) + bytes,
            to: try PhotoFixture.png(width: 320, height: 272))
        #expect(HeaderInspector.inspect(photo).facts?.orientation == 6)
    }

    @Test(arguments: texts)
    func `no more comes out than is wanted`(bytes: Data, byteCount: Int) {
        for limit in [0, 1, 7, 79, 257] {
            let text = Inflation.inflated(ByteView(bytes), toAtMost: limit)
            #expect(text?.count == min(limit, byteCount))
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `whatever is changed, the limit is kept`(seed: UInt64) {
        let files = Self.texts.map(\.bytes)
        var mutator = Mutator(seed: seed)
        for number in 0..<3000 {
            let text = Inflation.inflated(
                ByteView(mutator.mutant(of: files)), toAtMost: 2000)
            #expect(text?.count ?? 0 <= 2000, "\(number)")
        }
        for file in files {
            for count in 0..<min(300, file.count) {
                let text = Inflation.inflated(ByteView(file.prefix(count)), toAtMost: 2000)
                #expect(text?.count ?? 0 <= 2000)
            }
        }
    }

    @Test func `what zlib did not write is not inflated`() {
        for bytes in [
            Data(), Data([0x78]), Data([0x79, 0x01, 1]), Data(repeating: 0x55, count: 50),
        ] {
            #expect(Inflation.inflated(ByteView(bytes), toAtMost: 100) == nil)
        }
    }
}
