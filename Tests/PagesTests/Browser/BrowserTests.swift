import Foundation
import TestSupport
import Testing

@testable import Pages

/// The pages in a browser, as people see them: on a phone and a desktop, light and dark.
@Suite(
    .needs("a browser: 'make setup-browser'", where: { Browser.path != nil }),
    .timeLimit(.minutes(10)))
struct BrowserTests {
    @Test func `pages are whole, readable and sorted by a click`() async throws {
        let one = try await Sample.photo(DrawnFace.portrait.litAtLeft(0.05), name: Sample.hostile)
        let verdict = try await Browser.verdict(on: [
            "report-many.html": try await Sample.report().html(),
            "report-one.html": try PhotoReport(of: [one]).html(),
            "sheet.html": try Sample.sheet().html(), "bad.html": Self.badPage,
        ])
        let ofBad = verdict.problems.filter { $0.hasPrefix("bad.html") }
        #expect(verdict.problems.filter { !ofBad.contains($0) } == [])
        #expect(verdict.checked > 500)
        for problem in Self.found {
            #expect(ofBad.contains { $0.contains(problem) }, "\(problem) is not found out")
        }
    }

    /// A page that is wrong in every way that is looked for: the looker must see it.
    private static let badPage = """
        <!doctype html><html><head><title></title></head><body style="background: #fff">
        <p style="color: #999; width: 2000px">Hard to read</p><img src="none.jpg"><svg></svg>
        <table class="sortable"><thead><tr><th aria-sort="ascending">A</th></tr></thead></table>
        <script>window.intruder = 1</script></body></html>
        """

    private static let found = [
        "no language", "no title", "not one heading", "wider than the window", "is missing",
        "picture without words", "drawing without words", "contrast 2.8", "stranger's script",
        "cannot be reached", "may load", "nothing to read",
    ]
}
