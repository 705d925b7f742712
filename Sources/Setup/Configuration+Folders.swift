import Foundation
package import HeadshotWorker
package import PromptFactory

/// Files installed beside the program, or above a freshly built one.
extension Configuration {
    /// The prompts: those of a named folder, or those installed with the program.
    package func prompts(_ folder: String?) throws -> PromptComposer {
        try PromptComposer(folder: promptsFolder(folder))
    }

    /// The prompts of words: those of a named folder that has some, or those installed with the program.
    package func words(_ folder: String?) throws -> WordsPrompts {
        try WordsPrompts(folder: wordsFolder(folder))
    }

    private func wordsFolder(_ folder: String?) throws(SetupError) -> String {
        let named = try promptsFolder(folder)
        if FileManager.default.fileExists(atPath: "\(named)/words") { return named }
        let (found, expected) = installed("prompts", with: ["safety.txt"])
        guard let found else { throw .noPrompts(expected: expected) }
        return found
    }

    /// Who may speak to persons: the personas among the prompts of words; none if there are no prompts.
    package var personas: [String] { (try? wordsFolder(nil)).map(Personas.names) ?? [] }

    /// The folder of the prompts.
    package func promptsFolder(_ folder: String?) throws(SetupError) -> String {
        if let named = try self.folder(folder, .prompts) { return named }
        let (found, expected) = installed("prompts", with: ["headshot.txt"])
        guard let found else { throw .noPrompts(expected: expected) }
        return found
    }

    /// The folder of that name with one of the files in it, and where an installed one is expected.
    package func installed(_ name: String, with files: [String]) -> (
        found: String?, expected: String
    ) {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let bin = program.deletingLastPathComponent()
        let expected = bin.deletingLastPathComponent().appending(path: "share/headshot/\(name)")
        var candidates = [expected]
        var folder = bin
        while folder.pathComponents.count > 1 {
            candidates.append(folder.appending(path: name))
            folder.deleteLastPathComponent()
        }
        let found = candidates.first { candidate in
            files.contains { file in
                let path = candidate.appending(path: file).path(percentEncoded: false)
                return FileManager.default.fileExists(atPath: path)
            }
        }
        return (found?.path(percentEncoded: false), expected.path(percentEncoded: false))
    }
}
