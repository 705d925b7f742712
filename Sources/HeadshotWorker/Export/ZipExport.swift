import Foundation
import Glibc
import Ground
import ObjectStore

/// Adds headshots to a zip file; all calls block.
struct ZipExport {
    let path: String

    /// Names a zip file.
    ///
    /// A link is resolved, so that its target is replaced and not the link.
    init(path: String) {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    func add(_ files: [FetchedFiles.File]) throws -> ExportOutcome {
        let folder = path.parentFolder
        try DurableFile.makeFolder(folder)
        let before = FileMark(path)
        let draft = try DurableFile.draftName(in: folder)
        defer { unsafe unlink(draft) }
        if before != nil { try DurableFile.duplicate(path, as: draft) }
        let zip = try ZipArchive(path: draft, named: path)
        let outcome = try add(files, to: zip)
        guard !outcome.added.isEmpty else { return outcome }
        try zip.close()
        try publish(draft, over: before)
        return outcome
    }

    private func add(
        _ files: [FetchedFiles.File], to zip: ZipArchive
    ) throws -> ExportOutcome {
        var outcome = ExportOutcome()
        // By lower-case names: it may be unpacked where `Anna` and `anna` are one file.
        var entries = try zip.entries()
        for file in files { try add(file, to: zip, &entries, &outcome) }
        return outcome
    }

    private func add(
        _ file: FetchedFiles.File, to zip: ZipArchive,
        _ entries: inout [String: ZipArchive.ZipEntry],
        _ outcome: inout ExportOutcome
    ) throws {
        let item = file.item
        guard let source = FileMark(file.path), unsafe access(file.path, R_OK) == 0 else {
            return outcome.unreadable.append(item)
        }
        for name in item.names {
            if let entry = entries[name.lowercased()] {
                guard entry.name == name, entry.size == source.size,
                    try entry.checksum() == ZipArchive.checksum(of: file.path)
                else { continue }
                outcome.unchanged += 1
            } else {
                entries[name.lowercased()] = try zip.add(file.path, source, as: name)
                outcome.added.append(.init(job: item.job, file: name))
            }
            return
        }
        outcome.taken.append(item)
    }

    /// Gives the finished file its name, if the one that it was made from still has it.
    private func publish(_ draft: String, over before: FileMark?) throws {
        try DurableFile.sync(draft)
        guard let before else {
            guard try DurableFile.name(draft, path) else {
                throw WorkerError.changedMeanwhile(path: path)
            }
            return try DurableFile.syncFolder(path.parentFolder)
        }
        guard FileMark(path) == before else { throw WorkerError.changedMeanwhile(path: path) }
        try DurableFile.rename(draft, over: path)
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
