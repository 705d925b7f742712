import Foundation
import Ground
import Imaging
import TestSupport
import Testing
import Validation

struct PhotoInspectorTests {
    @Test func `the facts of a JPEG are read from its header`() async throws {
        let bytes = try PhotoFixture.jpeg(width: 640, height: 480, quality: 87)
        let inspection = try await PhotoInspector.inspect(bytes)
        let facts = try #require(inspection.facts)
        #expect(inspection.isAccepted && inspection.findings.isEmpty)
        #expect(facts.format == .jpeg)
        #expect(facts.byteCount == bytes.count)
        #expect((facts.width, facts.height) == (640, 480))
        #expect(facts.orientation == 1)
        #expect(facts.pages == 1)
        #expect(!facts.hasAlpha)
        #expect(facts.colourSpace == .rgb)
        #expect(facts.bitsPerChannel == 8)
        #expect(facts.profile == nil)
        #expect(facts.scanCount == 1)
    }

    @Test(arguments: [25, 35, 50, 75, 87, 92, 98])
    func `the quality of a JPEG is estimated from its tables`(quality: Int) async throws {
        let inspection = try await PhotoInspector.inspect(PhotoFixture.jpeg(quality: quality))
        let estimate = try #require(inspection.facts?.jpegQuality)
        #expect(abs(estimate - quality) <= 2)
    }

    @Test(arguments: 1...8)
    func `sides are told as they are after turning upright`(orientation: Int) async throws {
        let inspection = try await PhotoInspector.inspect(
            PhotoFixture.jpeg(width: 640, height: 480, orientation: orientation))
        let facts = try #require(inspection.facts)
        #expect(facts.orientation == orientation)
        #expect((facts.width, facts.height) == (orientation < 5 ? (640, 480) : (480, 640)))
    }

    @Test(arguments: [
        (256, 256, true), (4096, 4096, true), (256, 4096, true), (4096, 256, true),
        (255, 256, false), (256, 255, false), (4097, 256, false), (256, 4097, false),
    ])
    func `each side is exact at both ends`(width: Int, height: Int, isAccepted: Bool) async throws {
        let inspection = try await PhotoInspector.inspect(
            PhotoFixture.png(width: width, height: height))
        #expect(inspection.isAccepted == isAccepted)
        guard !isAccepted else { return }
        let finding = try #require(inspection.findings.first)
        #expect(inspection.findings.count == 1)
        #expect(finding.rule == "side")
        #expect(finding.seen == "\(width)x\(height)")
        #expect(finding.limit == "256...4096")
        #expect(finding.sentence.contains("\(width) by \(height) pixels"))
    }

    @Test(arguments: [(7_000_000, true), (7_000_001, false)])
    func `the size of a photo in bytes is exact at its end`(
        byteCount: Int, isAccepted: Bool
    ) async throws {
        let bytes = PhotoFixture.padded(try PhotoFixture.jpeg(), to: byteCount)
        #expect(bytes.count == byteCount)
        let inspection = try await PhotoInspector.inspect(bytes)
        #expect(inspection.isAccepted == isAccepted)
        #expect(inspection.findings.map(\.rule) == (isAccepted ? [] : ["byteCount"]))
        #expect(inspection.findings.allSatisfy { $0.sentence.contains("7.1 MB is too large") })
    }

    @Test func `no bytes at all are refused`() async throws {
        let inspection = try await PhotoInspector.inspect(Data())
        #expect(inspection.findings.map(\.rule) == ["byteCount"])
    }

    @Test(arguments: [(100, true), (101, false)])
    func `the number of scans is exact at its end`(scans: Int, isAccepted: Bool) async throws {
        let inspection = try await PhotoInspector.inspect(PhotoFixture.scans(scans))
        #expect(inspection.facts?.scanCount == scans)
        #expect(inspection.isAccepted == isAccepted)
        #expect(inspection.findings.map(\.rule) == (isAccepted ? [] : ["scanCount"]))
    }

    @Test func `a header that claims an enormous picture is refused before any pixel`() async throws
    {
        let bomb = PhotoFixture.claiming(width: 65500, height: 65500, try PhotoFixture.jpeg())
        let inspection = try await PhotoInspector.inspect(bomb)
        #expect(inspection.findings.map(\.rule) == ["side"])
        #expect(inspection.findings.first?.seen == "65500x65500")
    }

    @Test func `a header that breaks off is refused`() async throws {
        for photo in [try PhotoFixture.jpeg(), try PhotoFixture.png(), try PhotoFixture.webp()] {
            let inspection = try await PhotoInspector.inspect(photo.prefix(24))
            #expect(inspection.facts == nil)
            #expect(inspection.findings.map(\.rule) == ["header"])
        }
    }

    @Test func `one file may break several rules, each is told`() async throws {
        let bytes = PhotoFixture.claiming(width: 100, height: 9000, try PhotoFixture.scans(150))
        let inspection = try await PhotoInspector.inspect(bytes)
        #expect(inspection.findings.map(\.rule) == ["side", "scanCount"])
    }

    @Test func `an inspection survives its JSON`() async throws {
        let inspection = try await PhotoInspector.inspect(PhotoFixture.jpeg(width: 255))
        let json = try JSONEncoder().encode(inspection)
        #expect(try JSONDecoder().decode(Inspection.self, from: json) == inspection)
    }
}
