import Foundation
import Glibc
import ObjectStore

/// Copies headshots into a folder; all calls block.
struct FolderExport {
    let folder: String

    func add(_ files: [FetchedFiles.File]) throws -> ExportOutcome {
        try DurableFile.makeFolder(folder)
        var outcome = ExportOutcome()
        for file in files { try add(file, &outcome) }
        return outcome
    }

    private func add(_ file: FetchedFiles.File, _ outcome: inout ExportOutcome) throws {
        let item = file.item
        guard let source = FileMark(file.path) else { return outcome.unreadable.append(item) }
        for name in item.names {
            let path = "\(folder)/\(name)"
            if let mark = FileMark(path) {
                guard try isSame(path, mark, as: file.path, source) else { continue }
                outcome.unchanged += 1
                return
            }
            guard let bytes = try Self.bytes(of: file.path) else {
                return outcome.unreadable.append(item)
            }
            guard try DurableFile.create(path, bytes) else { continue }
            outcome.added.append(.init(job: item.job, file: name))
            return
        }
        outcome.taken.append(item)
    }

    private func isSame(
        _ path: String, _ mark: FileMark, as original: String, _ source: FileMark
    ) throws -> Bool {
        guard mark.size == source.size else { return false }
        guard let bytes = try Self.bytes(of: path) else { return false }
        return try Self.bytes(of: original) == bytes
    }

    /// A file's bytes; `nil` if it is gone or may not be read, which is its own matter and not the disk's.
    private static func bytes(of path: String) throws -> Data? {
        do {
            return try DurableFile.read(path)
        } catch StorageError.unusable {
            return nil
        }
    }
}

/// A file's size and modification time, which show a change without reading the file.
struct FileMark: Equatable {
    let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a file; `nil` if it does not exist.
    init?(_ path: String) {
        var status = Glibc.stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// When the file last changed, in seconds since 1970.
    var changed: time_t { seconds }
}
