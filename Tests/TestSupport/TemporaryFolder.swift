import Foundation

/// Gives `body` a fresh, empty folder (mode 0700) and removes it afterwards, whatever happens.
public func withTemporaryFolder<Result>(
    _ body: (_ path: String) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("headshot-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}
