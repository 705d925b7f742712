import Foundation
import TestSupport

/// Pillow, which has decoders of its own.
struct SecondDecoder {
    let python: Program
    /// Where the pictures are that it is asked about.
    let folder: String

    /// Empties the folder, except for what was kept for a look.
    func prepare() throws {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] where name != Self.kept
        {
            try manager.removeItem(atPath: "\(folder)/\(name)")
        }
        try manager.createDirectory(
            atPath: "\(folder)/\(Self.kept)", withIntermediateDirectories: true)
    }

    /// Decodes everything in the folder; what it cannot decode is kept, and named with its reason.
    func failures() async throws -> [String] {
        let script = "\(Self.sources)/second_decoder.py"
        let result = try await python.run([script, folder])
        guard result.exit == .status(0) else { return ["the second decoder: \(result)"] }
        let lines = result.output.split(separator: "\n").map(String.init)
        for line in lines where !line.contains("\tboxes\t") {
            let name = String(line.prefix { $0 != "\t" })
            try? FileManager.default.copyItem(
                atPath: "\(folder)/\(name)", toPath: "\(folder)/\(Self.kept)/\(name)")
        }
        return lines
    }

    private static let kept = "kept"
    private static let sources = (#filePath as NSString).deletingLastPathComponent
}
