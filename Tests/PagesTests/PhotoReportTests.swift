import FaceFacts
import Ground
import TestSupport
import Testing

@testable import Pages

/// What a report tells, whoever opens it.
struct PhotoReportTests {
    @Test func `a report of one photo has its score, its findings and no table`() async throws {
        let photo = try await Sample.photo(DrawnFace.portrait.litAtLeft(0.05))
        let page = try PhotoReport(of: [photo]).html()
        let score = try #require(photo.score)
        #expect(page.contains("<strong>\(score)</strong> of 10"))
        #expect(!photo.findings.isEmpty)
        for finding in photo.findings {
            #expect(page.contains(Markup.escaped(finding.sentence)))
        }
        #expect(!page.contains("<table"))
    }

    @Test func `the photo from the side is shown with what is said of it`() async throws {
        let photo = try await Sample.photo(DrawnFace.portrait)
        let side = try await Sample.photo(DrawnFace.portrait.mirrored)
        let page = try PhotoReport(of: [photo], side: side, sideVerdict: "A <turned> head.").html()
        #expect(page.matches(of: /<image id="picture-/).count == 2)
        #expect(page.contains("A &lt;turned&gt; head."))
        #expect(!page.contains("<table"))
    }

    @Test func `photos are told of best first, and those refused come last`() async throws {
        let page = try await Sample.report().html()
        let rows = page.matches(of: /<th scope="row" data-value="([^"]*)">/).map { $0.1 }
        #expect(rows.count == 6)
        #expect(rows.first == Markup.escaped(Sample.hostile)[...])
        #expect(Set(rows.suffix(3)) == ["dark.jpg", "text.jpg", "wall.jpg"])
        #expect(page.contains("refused: 3"))
    }

    @Test func `each row leads to its photo`() async throws {
        let page = try await Sample.report().html()
        let links = page.matches(of: /href="#(photo-[0-9]+)"/).map { $0.1 }
        let places = page.matches(of: /id="(photo-[0-9]+)"/).map { $0.1 }
        #expect(links == places)
        #expect(Set(links).count == 6)
    }

    @Test func `a bar is there for each measure that is known, and its mark is on the scale`()
        async throws
    {
        let photo = try await Sample.photo()
        let gauges = try #require(photo.analysis?.facts.gauges)
        let page = try PhotoReport(of: [photo]).html()
        let marks = page.matches(of: /class="mark" x="([0-9.]+)"/).compactMap { Double($0.1) }
        #expect(marks.count == gauges.count)
        #expect(marks.allSatisfy { (0...100).contains($0) })
    }

    @Test func `what cannot be known is left out`() async throws {
        let page = try await PhotoReport(of: [Sample.photo(.wall), Sample.unreadable]).html()
        for words in ["Undertone", "class=\"gauge\"", "class=\"swatches\"", "of 10", "nil"] {
            #expect(!page.contains(words), "\(words)")
        }
        #expect(page.contains("The photo cannot be shown."))
    }

    @Test func `a stranger's name is text in every place, and nothing can be loaded`() async throws
    {
        let page = try await Sample.report().html()
        #expect(!page.contains("<script>window"))
        #expect(!page.contains("onerror='z'"))
        #expect(page.contains(Markup.escaped(Sample.hostile)))
        #expect(page.contains("default-src &#39;none&#39;"))
        let addresses = page.matches(of: /(?:href|src)="([^"]*)"/).map { $0.1 }
        #expect(
            addresses.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("data:image/jpeg;base64,") })
    }
}
