import Answers
import ArgumentParser
import Foundation
import JobQueue
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct HeadshotNameTests {
    @Test(arguments: [
        ("{person}-{style}", "anna-left-casual"), ("{angle}.{background}", "left.casual"),
        ("{job} {photo} {provider}", "7m2kq4x0ab me gemini"), ("{day}", "2026-11-21"),
        ("team", "team"),
    ])
    func `a template's fields are filled`(template: String, stem: String) throws {
        let job = try Sample.job(.succeeded, reason: "succeeded", result: "/r.png")
        let name = try HeadshotName(template)
        #expect(name.stem(of: job, in: .gmt) == stem)
    }

    @Test(arguments: [
        ("", "empty"), ("{name}", "{person}"), ("{person", "brace"), ("person}", "brace"),
        ("{{person}}", "brace"), ("{person}/{style}", "slash"), ("../{person}", "slash"),
    ])
    func `a template that makes no sense is refused with what is wrong`(
        template: String, word: String
    ) throws {
        let error = #expect(throws: ValidationError.self) { try HeadshotName(template) }
        #expect(try #require(error).message.contains(word))
    }

    @Test(arguments: [
        ("../../etc/passwd", "_._.._etc_passwd"), (".hidden", "_hidden"), ("-rf", "_rf"),
        ("a:b*c?", "a_b_c_"), (#"a\b"#, "a_b"), ("a\nb\u{202E}", "a b_"), ("CON", "CON_"),
        ("ends. ", "ends"), ("...", "_"), ("", "headshot"), ("e\u{301}", "é"), ("Ünal", "Ünal"),
    ])
    func `what a file's name must not hold becomes harmless`(text: String, name: String) {
        #expect(FileName.safe(text) == name)
    }

    @Test(arguments: ["a", "ä", "👩‍👩‍👧‍👦"])
    func `a name stays short enough, whatever it is made of`(letter: String) {
        let name = FileName.safe(String(repeating: letter, count: 300))
        #expect((100...180).contains(name.utf8.count))
    }
}
