import Foundation
public import Testing

/// Whether golden files are to be written, and not compared.
public var isRecordingGolden: Bool {
    ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
}

/// Expects `text` to be what the file `Golden/<name>` beside the calling test's source holds.
///
/// With `RECORD_GOLDEN=1` in the environment the file is written instead, for the author to read and commit.
public func expectGolden(
    _ name: String, _ text: String, testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(fileURLWithPath: testFile).deletingLastPathComponent()
        .appendingPathComponent("Golden").appendingPathComponent(name)
    if isRecordingGolden {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return
    }
    guard let golden = try? String(contentsOf: file, encoding: .utf8) else {
        Issue.record(
            "Golden/\(name) is missing; RECORD_GOLDEN=1 writes it", sourceLocation: sourceLocation)
        return
    }
    guard golden != text else { return }
    let changes = text.split(separator: "\n", omittingEmptySubsequences: false)
        .difference(from: golden.split(separator: "\n", omittingEmptySubsequences: false))
    let report = changes.map { change in
        switch change {
        case .insert(let line, let text, _): "+ \(line + 1): \(text)"
        case .remove(let line, let text, _): "- \(line + 1): \(text)"
        }
    }
    Issue.record(
        "Golden/\(name) differs:\n\(report.joined(separator: "\n"))",
        sourceLocation: sourceLocation)
}
