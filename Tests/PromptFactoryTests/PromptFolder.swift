import Foundation
import TestSupport

/// The prompts that the project ships.
let shippedPrompts = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "prompts").path

/// Gives `body` a small, valid folder of prompts in which some files were replaced; `nil` removes a file.
func withPromptFolder(
    replacing replacements: [String: Data?] = [:],
    _ body: (_ folder: String) throws -> Void
) async throws {
    var files: [String: Data?] = [
        "headshot.txt": Data("Make a headshot.\n{{angle}}\n{{background}}\n".utf8),
        "angles/front.txt": Data("Facing front.\n".utf8),
        "angles/left.txt": Data("Facing left.\n".utf8),
        "angles/right.txt": Data("Facing right.\n".utf8),
        "backgrounds/professional.txt": Data("In a studio.\n".utf8),
        "backgrounds/casual.txt": Data("In a street.\n".utf8),
    ]
    files.merge(replacements) { $1 }

    try await withTemporaryFolder { folder in
        for (name, contents) in files {
            guard let contents else { continue }
            let file = URL(filePath: folder).appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try contents.write(to: file)
        }
        try body(folder)
    }
}
