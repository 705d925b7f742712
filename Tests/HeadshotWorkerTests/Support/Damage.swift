import Foundation

/// What can become of a file that should have been read.
enum Damage: CaseIterable {
    case empty, truncated, foreign, unreadable

    /// Does it to a file, or makes such a file.
    ///
    /// One that cannot be read is a folder, which root cannot read as a file either.
    func make(_ path: String) throws {
        let files = FileManager.default
        let bytes = files.contents(atPath: path) ?? Data("{\"note\":1}".utf8)
        try? files.removeItem(atPath: path)
        switch self {
        case .empty: try Data().write(to: URL(filePath: path))
        case .truncated: try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        case .foreign: try Data("#!/bin/sh\nexit 1\n".utf8).write(to: URL(filePath: path))
        case .unreadable:
            try files.createDirectory(
                atPath: "\(path)/kept", withIntermediateDirectories: true)
        }
    }
}
