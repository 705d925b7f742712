import Foundation
import Glibc
import ObjectStore

/// Copies headshots into a folder; all calls block.
struct FolderExport {
    let folder: String

    func add(_ item: ExportItem, _ bytes: Data) throws -> ExportOutcome {
        var outcome = ExportOutcome()
        for name in item.names {
            let path = "\(folder)/\(name)"
            if let mark = FileMark(path) {
                guard mark.size == bytes.count, try Self.bytes(of: path) == bytes else { continue }
                outcome.unchanged += 1
                return outcome
            }
            guard try DurableFile.create(path, bytes) else { continue }
            outcome.added.append(.init(job: item.job, file: name))
            return outcome
        }
        outcome.taken.append(item)
        return outcome
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

/// A file's identity, size and modification time, which show a change without reading the file.
struct FileMark: Equatable {
    let size: Int
    /// When the file last changed, in seconds since 1970.
    let changed: time_t
    private let nanoseconds: Int
    private let device: dev_t
    private let inode: ino_t

    init?(_ path: String) {
        var status = Glibc.stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        size = status.st_size
        changed = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        device = status.st_dev
        inode = status.st_ino
    }
}
