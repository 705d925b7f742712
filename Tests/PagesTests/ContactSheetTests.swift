import Foundation
import Testing

@testable import Pages

/// The page of a contact sheet.
struct ContactSheetTests {
    @Test func `each job is there with its pictures, or with what is missing`() throws {
        let page = try Sample.sheet().html()
        #expect(page.matches(of: /<article class="card" id="job-\d">/).count == 4)
        #expect(page.matches(of: /<img src="data:image\/jpeg;base64,/).count == 6)
        #expect(page.contains("There is no headshot yet."))
        #expect(page.contains("Photo: 6.9 of 10"))
        #expect(page.contains("about $0.039"))
        #expect(page.contains("4 jobs, as of 2026-11-21 10:00"))
    }

    @Test func `photos that were only analyzed have a table of scores that leads to their cards`()
        throws
    {
        let page = try Sample.analysisSheet().html()
        #expect(page.contains(##"<a href="#job-1"><span>best.jpg</span></a>"##))
        #expect(page.contains(#"<td data-value="8.2">8.2</td>"#))
        #expect(page.contains(#"<td data-value="0">none</td>"#))
        #expect(page.contains(Markup.escaped(Sample.hostile)))
        #expect(page.matches(of: /<figure>/).count == 2)
    }

    @Test func `a sheet of several jobs has a list that leads to each, with the headshot's score`()
        throws
    {
        let page = try Sample.sheet().html()
        for job in 1...4 { #expect(page.contains(##"<a href="#job-\##(job)"><span>"##)) }
        #expect(page.contains(#"<td data-value="8.2">8.2</td>"#))
        #expect(!page.contains(#"<td data-value="6.9">"#))
    }

    @Test func `a headshot leads to its file, if it has one`() throws {
        let picture = PagePicture(jpeg: Data([0xFF, 0xD8]))
        let card = SheetCard(
            title: "me.jpg", state: "succeeded", standing: .done, sentence: "It is ready.",
            photo: .picture(picture, score: nil),
            headshot: .picture(picture, score: nil, link: "file:///a%20b/x.png"), facts: [],
            findings: [])
        let page = try ContactSheet(heading: "Sheet", made: "today", cards: [card]).html()
        #expect(page.matches(of: #/<a href="file:///a%20b/x\.png"><img src/#).count == 1)
        #expect(page.matches(of: /<img src/).count == 2)
    }

    @Test func `strangers' words are text in every place`() throws {
        let page = try Sample.sheet().html()
        #expect(!page.contains("<script>window"))
        #expect(!page.contains("onerror='z'"))
        #expect(page.contains(Markup.escaped(Sample.hostile)))
    }
}
