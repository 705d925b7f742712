import Foundation
import PromptFactory
import TestSupport
import Testing

struct PromptComposerTests {
    @Test(arguments: Style.all)
    func `each shipped prompt reads as its golden file`(style: Style) throws {
        let prompt = try PromptComposer(folder: shippedPrompts).prompt(for: style)
        try expectGolden("\(style.name).txt", prompt.text + "\n")
    }

    @Test func `a prompt is the frame with the style's own words in their places`() async throws {
        try await withPromptFolder { folder in
            let composer = try PromptComposer(folder: folder)
            let prompt = composer.prompt(for: Style(angle: .left, background: .casual))
            #expect(prompt.text == "Make a headshot.\nFacing left.\nIn a street.")
        }
    }

    @Test func `a placeholder may stand within a line and more than once`() async throws {
        let frame = "First {{angle}} Then {{background}} {{angle}}"
        try await withPromptFolder(replacing: ["headshot.txt": Data(frame.utf8)]) { folder in
            let composer = try PromptComposer(folder: folder)
            let prompt = composer.prompt(for: Style(angle: .front, background: .professional))
            #expect(prompt.text == "First Facing front. Then In a studio. Facing front.")
        }
    }

    @Test func `line ends of another system and white space at ends are dropped`() async throws {
        let frame = "\r\n \r\nOne.  \r\n\r\n{{angle}}\t\r\n{{background}}\r\n\r\n"
        try await withPromptFolder(replacing: ["headshot.txt": Data(frame.utf8)]) { folder in
            let composer = try PromptComposer(folder: folder)
            let prompt = composer.prompt(for: Style(angle: .front, background: .casual))
            #expect(prompt.text == "One.\n\nFacing front.\nIn a street.")
        }
    }

    @Test func `what was read at the start is what is sent later`() async throws {
        try await withPromptFolder { folder in
            let composer = try PromptComposer(folder: folder)
            let style = Style(angle: .front, background: .casual)
            let before = composer.prompt(for: style)
            try FileManager.default.removeItem(atPath: folder)
            #expect(composer.prompt(for: style) == before)
        }
    }
}
