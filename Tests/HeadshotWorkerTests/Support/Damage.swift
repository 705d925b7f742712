import Foundation
import Ground
import ObjectStore
import TestSupport

/// What can become of a file that should have been read.
enum Damage: CaseIterable {
    case empty, truncated, foreign, unreadable

    /// The refusal of a store for an object that lies in an archive.
    private static let archived: String = {
        let words =
            "<Error><Code>InvalidObjectState</Code><Message>It is archived.</Message></Error>"
        return "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: \(words.utf8.count)"
            + "\r\n\r\n\(words)"
    }()

    /// Does it to a file, or makes such a file.
    ///
    /// One that cannot be read is a folder, which root cannot read as a file either.
    func make(_ path: String) throws {
        let files = FileManager.default
        let bytes = damaged(files.contents(atPath: path))
        try? files.removeItem(atPath: path)
        try files.createDirectory(
            atPath: bytes == nil ? "\(path)/kept" : path.parentFolder,
            withIntermediateDirectories: true)
        try bytes?.write(to: URL(filePath: path))
    }

    /// Does it to an object of a store behind a proxy, or makes such an object.
    func make(_ key: String, in objects: any ObjectStore, behind proxy: LoopbackProxy) async throws
    {
        if let bytes = damaged(try await objects.read(key)) {
            return try await objects.replace(key, bytes)
        }
        if try await objects.size(key) == nil { try await objects.replace(key, Data("{}".utf8)) }
        let place = objects.locator(of: key).replacing("s3:/", with: "")
        proxy.answer("GET \(place) ", with: Self.archived)
    }

    /// What is left of bytes; `nil` of those that cannot be read.
    private func damaged(_ bytes: Data?) -> Data? {
        let bytes = bytes ?? Data("{\"note\":1}".utf8)
        return switch self {
        case .empty: Data()
        case .truncated: bytes.prefix(bytes.count / 2)
        case .foreign: Data("#!/bin/sh\nexit 1\n".utf8)
        case .unreadable: nil
        }
    }
}
