import FaceFacts
import Foundation
import TestSupport
import Testing

@testable import Pages

/// The site's texts and templates, which no compiler reads.
struct SiteTextTests {
    @Test func `each language has the same texts with the same places for values`() throws {
        let texts = try SiteText.all()
        let shapes = texts.mapValues { $0.all.mapValues(Self.places) }
        #expect(shapes.count == 2)
        let usual = try #require(shapes[SiteText.usual])
        for (language, shape) in shapes {
            #expect(Set(shape.keys) == Set(usual.keys), "\(language)")
            for (name, places) in shape { #expect(places == usual[name], "\(language) \(name)") }
        }
    }

    private static func places(of text: String) -> [String] {
        text.matches(of: /\{([a-z]+)\}/).map { String($0.1) }.sorted()
    }

    @Test func `each template is whole, and names only texts that there are`() throws {
        let pages = try SitePages()
        let text = try #require(pages.texts[SiteText.usual])
        let templates = SitePages.templates
        #expect(templates.count > 8)
        for (name, bytes) in templates {
            for match in String(decoding: bytes, as: UTF8.self).matches(of: /t\.([a-z_]+\.[a-z_]+)/)
            {
                #expect(text.all[String(match.1)] != nil, "\(name) names \(match.1)")
            }
            // Empty views are rendered, too.
            #expect(try !pages.page(name, in: text, [:]).isEmpty, "\(name)")
        }
    }

    @Test func `what is said of a photo has words in each language`() throws {
        for (language, text) in try SiteText.all() {
            for rule in FaceRules.names {
                #expect(text.known("finding", rule) != nil, "\(language) \(rule)")
            }
            for part in PhotoScore.Part.allCases {
                #expect(text.known("good", part.rawValue) != nil, "\(language) \(part)")
            }
        }
    }

    @Test(arguments: [
        (nil, nil, "en"), (nil, "de", "de"), (nil, "de-AT,en;q=0.5", "de"),
        (nil, "fr, en;q=0.2, de;q=0.8", "de"), (nil, "fr", "en"), ("de", "en", "de"),
        ("xx", "de;q=1", "de"), (nil, "de;q=0, en;q=0.1", "en"), (nil, ";;,q=,de;q=x", "en"),
    ])
    func `a reader gets the language that was chosen, or is understood best`(
        chosen: String?, accepted: String?, language: String
    ) {
        #expect(SiteText.best(of: ["en", "de"], chosen: chosen, accepted: accepted) == language)
    }

    @Test func `what a reader agrees to has another version when it says something else`() throws {
        let agreed = try SiteText.all().sorted { $0.key < $1.key }.map { language, text in
            text.all.filter { $0.key.hasPrefix("consent.") }.sorted { $0.key < $1.key }
                .map { "\(language) \($0.key) \($0.value)" }.joined(separator: "\n")
        }
        try expectGolden("consent-1.txt", agreed.joined(separator: "\n") + "\n")
    }

    @Test func `values are text wherever they stand in a page`() throws {
        let pages = try SitePages()
        let text = try #require(pages.texts[SiteText.usual])
        let hostile = #""'><script>alert(1)</script>"# + "\u{202E}"
        let page = try pages.page(
            "site_problem", in: text, ["title": hostile, "sentence": hostile, "again": hostile])
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("\u{202E}"))
        #expect(page.contains("&lt;script&gt;"))
    }
}
