import FaceMeasuring
import Foundation
import Nets

/// Prints how measures and rules answer to photos that are made worse step by step:
/// `EvalDegradations <models> [<folder of photos>]`; without a folder, the photos are drawn.
@main
struct EvalDegradations {
    /// As many as the standard's own test generator is tried with.
    static let drawnPhotos = 20

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let models = arguments.first else { throw Usage() }
        let nets = models == "none" ? nil : try Nets(NetBytes(folder: models))
        let analyzer = FaceAnalyzer(nets: nets)
        try analyzer.warmUp()
        var scorecard = Scorecard()
        for (number, subject) in try await subjects(in: arguments.dropFirst().first).enumerated() {
            try scorecard.add(subject, seed: UInt64(number), analyzer)
        }
        print(scorecard.page)
    }

    private static func subjects(in folder: String?) async throws -> [Subject] {
        guard let folder else { return (1...drawnPhotos).map(Subject.drawn) }
        let files = try FileManager.default.contentsOfDirectory(
            at: URL(filePath: folder, directoryHint: .isDirectory), includingPropertiesForKeys: nil)
        var subjects: [Subject] = []
        for file in files.sorted(by: { $0.path < $1.path }) {
            if let subject = try await Subject.photo(at: file) { subjects.append(subject) }
        }
        return subjects
    }

    struct Usage: Error, CustomStringConvertible {
        var description: String { "usage: EvalDegradations MODELS|none [FOLDER]" }
    }
}
