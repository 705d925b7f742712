public import Foundation
import Ground
public import JobQueue
import ObjectStore

/// A headshot to copy.
public struct ExportItem: Sendable, Equatable {
    /// Its job.
    public var job: JobID
    /// Where it is.
    public var file: KeptFile
    /// The name of the copy without suffix; safe as a file name.
    public var stem: String

    /// Creates an item.
    public init(job: JobID, file: KeptFile, stem: String) {
        self.job = job
        self.file = file
        self.stem = stem
    }

    /// The possible names of the copy, in order of preference.
    ///
    /// The second is used if the first belongs to another headshot or to a user's own file. It depends on nothing else
    /// in the target, so that a second run finds it again.
    var names: [String] {
        let suffix = (file.locator as NSString).pathExtension
        return ["\(stem).\(suffix)", "\(stem)-\(job).\(suffix)"]
    }
}

/// The result of copying headshots.
public struct ExportOutcome: Sendable, Equatable {
    /// The headshots that were copied, with the names of the copies.
    public var added: [Copy] = []
    /// How many copies existed before.
    public var unchanged = 0
    /// Headshots that can no longer be read.
    public var unreadable: [ExportItem] = []
    /// Headshots whose names are all taken by other files.
    public var taken: [ExportItem] = []

    /// A copy of a headshot.
    public struct Copy: Sendable, Equatable {
        /// Its job.
        public let job: JobID
        /// The copy's name.
        public let file: String
    }

    /// Creates an outcome in which nothing has happened.
    public init() {}

    fileprivate mutating func add(_ other: ExportOutcome) {
        added += other.added
        unchanged += other.unchanged
        unreadable += other.unreadable
        taken += other.taken
    }
}

/// Where headshots are copied to.
public enum ExportTarget: Sendable, Equatable {
    /// A folder; created if needed, for its owner only.
    case folder(String)
    /// A zip file; created if needed, for its owner only.
    case zip(String)

    /// Interprets a path: a zip file by its suffix, unless it is a folder.
    public init(path: String) {
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let isZip = URL(filePath: path).pathExtension.lowercased() == "zip"
        self = isZip && !(exists && isFolder.boolValue) ? .zip(path) : .folder(path)
    }

    /// Copies the headshots that are not there yet.
    ///
    /// Nothing that is there is ever changed. A zip file is replaced by one with more in it, in one step; a folder has what was copied before a failure. When
    /// this returns, the copies survive a power cut.
    public func add(_ items: [ExportItem]) async throws -> ExportOutcome {
        switch self {
        case .zip(let path):
            let fetched = try await FetchedFiles.of(items, in: folder)
            return try await BlockingFiles.run {
                defer { fetched.removeDrafts() }
                var outcome = try ZipExport(path: path).add(fetched.files)
                outcome.unreadable += fetched.missing
                return outcome
            }
        case .folder(let path):
            try await BlockingFiles.run { try DurableFile.makeFolder(path) }
            var outcome = ExportOutcome()
            // One after another, so that one is in memory.
            for item in items {
                guard let bytes = try await item.file.readIfWhole() else {
                    outcome.unreadable.append(item)
                    continue
                }
                outcome.add(try await BlockingFiles.run { try Self.copy(item, bytes, to: path) })
            }
            return outcome
        }
    }

    /// Copies a headshot that has these bytes into a folder; blocks.
    private static func copy(
        _ item: ExportItem, _ bytes: Data, to folder: String
    ) throws -> ExportOutcome {
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

    /// The folder that copies are written to.
    private var folder: String {
        switch self {
        case .folder(let path): path
        case .zip(let path): ZipExport(path: path).path.parentFolder
        }
    }

    /// Removes temporary files that exports killed before a time left beside the copies.
    ///
    /// What cannot be removed stays.
    public func removeDrafts(before moment: Date) async {
        let files = FolderStore(folder: folder)
        let drafts = (try? await files.drafts(in: "", before: moment)) ?? []
        try? await files.remove(drafts.map(\.key))
    }
}
