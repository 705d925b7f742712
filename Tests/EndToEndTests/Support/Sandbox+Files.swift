import Foundation
import TestSupport

extension Sandbox {
    /// A sandbox whose provider nobody will ask: nothing listens at its address.
    @discardableResult
    static func offline<Result>(
        _ body: (Sandbox) async throws -> Result
    ) async throws -> Result {
        try await with(asking: "http://127.0.0.1:9", body)
    }

    /// Makes a folder of small photos, each of its own size.
    func folder(_ name: String, photos: [String: Int]) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
        for (photo, seed) in photos {
            try PhotoFixture.landscape(width: 256 + seed, seed: seed)
                .write(to: URL(filePath: "\(folder)/\(name)/\(photo)"))
        }
    }

    /// Writes a text to a file of the sandbox.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
}
