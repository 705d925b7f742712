import Foundation
import PromptFactory
import Testing

struct PromptVersionTests {
    @Test func `a version is the start of the text's SHA-256`() async throws {
        // printf 'A B' | sha256sum
        try await withPromptFolder(replacing: [
            "headshot.txt": Data("{{angle}} {{background}}".utf8),
            "angles/front.txt": Data("A".utf8),
            "backgrounds/casual.txt": Data("B".utf8),
        ]) { folder in
            let composer = try PromptComposer(folder: folder)
            let prompt = composer.prompt(for: Style(angle: .front, background: .casual))
            #expect(prompt.version == "fea4c5ce720c")
        }
    }

    @Test func `equal words in another folder have equal versions`() async throws {
        #expect(try await versions() == versions())
    }

    @Test func `a changed word changes the versions of the styles that use it, and no other`()
        async throws
    {
        let original = try await versions()
        let changed = try await versions(replacing: ["angles/left.txt": Data("Turned left.".utf8)])

        #expect(changed.folder != original.folder)
        for style in Style.all {
            let isChanged = changed.byStyle[style] != original.byStyle[style]
            #expect(isChanged == (style.angle == .left), "\(style.name)")
        }
    }

    @Test func `white space that is not sent leaves the versions alone`() async throws {
        let original = try await versions()
        let respaced = try await versions(replacing: [
            "angles/left.txt": Data("Facing left.  \n\n".utf8)
        ])
        #expect(respaced == original)
    }

    @Test func `the six shipped prompts have six versions`() throws {
        let composer = try PromptComposer(folder: shippedPrompts)
        #expect(Set(Style.all.map { composer.prompt(for: $0).version }).count == 6)
    }

    private struct Versions: Equatable {
        var folder = ""
        var byStyle: [Style: String] = [:]
    }

    private func versions(replacing replacements: [String: Data?] = [:]) async throws -> Versions {
        var versions = Versions()
        try await withPromptFolder(replacing: replacements) { folder in
            let composer = try PromptComposer(folder: folder)
            versions.folder = composer.version
            for style in Style.all {
                versions.byStyle[style] = composer.prompt(for: style).version
            }
        }
        return versions
    }
}
