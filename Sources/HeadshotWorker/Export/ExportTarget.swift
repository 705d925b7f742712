public import Foundation
public import JobQueue
import ObjectStore

/// A headshot that is to be copied.
public struct ExportItem: Sendable, Equatable {
    /// The job that it is of.
    public var job: JobID
    /// Where it lies.
    public var path: String
    /// The name that it gets, without the ending of the file: safe as a file's name.
    public var stem: String

    /// Creates an item.
    public init(job: JobID, path: String, stem: String) {
        self.job = job
        self.path = path
        self.stem = stem
    }

    /// The names that it may have there, in this order.
    ///
    /// The second is for where the first is another headshot's, or a
    /// person's own file; it depends on nothing else that is there, so that a second run finds it again.
    var names: [String] {
        let suffix = URL(filePath: path).pathExtension
        return ["\(stem).\(suffix)", "\(stem)-\(job).\(suffix)"]
    }
}

/// What came of copying headshots.
public struct ExportOutcome: Sendable, Equatable {
    /// The headshots that were copied, with their names there.
    public var added: [Copy] = []
    /// How many were there before.
    public var unchanged = 0
    /// Those that cannot be read any more.
    public var unreadable: [ExportItem] = []
    /// Those whose names are all taken by other files.
    public var taken: [ExportItem] = []

    /// A copy of a headshot.
    public struct Copy: Sendable, Equatable {
        /// The job that it is of.
        public let job: JobID
        /// The copy's name.
        public let file: String
    }

    /// Creates an outcome in which nothing has happened.
    public init() {}
}

/// Where headshots are copied to.
public enum ExportTarget: Sendable, Equatable {
    /// A folder; it is made if need be, for its owner only.
    case folder(String)
    /// A zip file; it is made if need be, for its owner only.
    case zip(String)

    /// What a path means: a zip file by its suffix, unless it is a folder.
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
        try await BlockingFiles.run { [self] in
            switch self {
            case .folder(let path): try FolderExport(folder: path).add(items)
            case .zip(let path): try ZipExport(path: path).add(items)
            }
        }
    }

    /// Removes what exports left beside the copies that were ended from outside before a time.
    ///
    /// What cannot be removed stays.
    public func removeDrafts(before moment: Date) async {
        let folder =
            switch self {
            case .folder(let path): path
            case .zip(let path): DurableFile.folder(of: ZipExport(path: path).path)
            }
        let files = FolderStore(folder: folder)
        let drafts = (try? await files.drafts(in: "", before: moment)) ?? []
        try? await files.remove(drafts.map(\.key))
    }
}
