import Foundation
import Testing

/// What a parser of HTML finds in a page besides its text.
public enum MarkupOutline {
    /// Each tag with the names of its attributes, and each comment, declaration and instruction, in their order.
    public static func of(_ page: String) async throws -> [String] {
        let result = try await Program(path: "/usr/bin/python3").run(
            ["-c", script], input: Data(page.utf8))
        try #require(result.exit == .status(0), "\(result.errors)")
        return try JSONDecoder().decode([String].self, from: Data(result.output.utf8))
    }

    private static let script = """
        import html.parser, json, sys
        class Outline(html.parser.HTMLParser):
            seen = []
            def handle_starttag(self, tag, attributes):
                self.seen.append(' '.join([tag] + sorted(name for name, _ in attributes)))
            def handle_comment(self, data): self.seen.append('comment')
            def handle_decl(self, decl): self.seen.append('declaration')
            def handle_pi(self, data): self.seen.append('instruction')
            def unknown_decl(self, data): self.seen.append('declaration')
        outline = Outline()
        outline.feed(sys.stdin.buffer.read().decode())
        outline.close()
        print(json.dumps(outline.seen))
        """
}
