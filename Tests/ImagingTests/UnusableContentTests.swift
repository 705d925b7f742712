import Foundation
import Ground
import Imaging
import TestSupport
import Testing

@testable import Validation

/// Files that are refused for what they are: each is named, with what to do.
@Suite(.timeLimit(.minutes(10)))
struct UnusableContentTests {
    @Test func `a file of another kind is named by its content, by both programs`() async throws {
        for stranger in try PhotoFixture.strangers() {
            let inspection = HeaderInspector.inspect(stranger.bytes)
            #expect(try await PhotoInspector.inspect(stranger.bytes) == inspection)
            let finding = try #require(inspection.findings.first, "\(stranger)")
            #expect(finding.rule == "format", "\(stranger)")
            #expect(finding.seen == stranger.seen, "\(stranger)")
            #expect(finding.sentence.contains(stranger.told), "\(stranger): \(finding.sentence)")
            #expect(finding.sentence.contains(stranger.advice), "\(stranger): \(finding.sentence)")
        }
    }

    @Test func `every kind is tried, or is found by decoding alone`() throws {
        let tried = Set(try PhotoFixture.strangers().map(\.seen))
        let decoded: Set = [UnusableContent.heifUnknownHere, .transparent]
        #expect(
            Set(UnusableContent.allCases).subtracting(decoded).map(\.rawValue).allSatisfy(
                tried.contains))
    }

    @Test func `each kind has a sentence that says what to do, and no two the same`() {
        let sentences = UnusableContent.allCases.map { "\($0.judgement) \($0.advice)" }
        #expect(Set(sentences).count == sentences.count)
        for sentence in sentences {
            #expect(
                sentence.wholeMatch(
                    of: /(This|There|All) .+\. (Save|Use|Copy|Choose|Unpack|Fetch) .+\./)
                    != nil, "\(sentence)")
        }
    }

    @Test func `the beginning of a file is enough, wherever it is cut off`() throws {
        for stranger in try PhotoFixture.strangers() {
            for count in 0..<min(300, stranger.bytes.count) {
                let part = stranger.bytes.prefix(count)
                let sliced = (Data([1, 2, 3]) + part).dropFirst(3)
                #expect(FileContent(of: sliced) == FileContent(of: part))
            }
        }
    }

    @Test(arguments: [0, 8] as [UInt8], [".png[compression=1]", ".webp[lossless]"])
    func `a picture of which nothing can be seen is called transparent`(
        alpha: UInt8, suffix: String
    ) async throws {
        let photo = try PhotoFixture.transparent(alpha: alpha, suffix: suffix)
        #expect(HeaderInspector.inspect(photo).isAccepted)
        let findings = try await refusal(of: photo)
        #expect(findings.map(\.rule) == ["visible"])
        #expect(findings.first?.seen == "transparent")
    }

    @Test func `a white picture, and one with a hole, are not transparent`() async throws {
        for photo in [
            try PhotoFixture.opaqueWhite(suffix: ".png"),
            try PhotoFixture.png(alpha: true),
            try PhotoFixture.transparent(alpha: 40, suffix: ".png"),
        ] {
            #expect(try await refusal(of: photo) == [])
        }
    }
}
