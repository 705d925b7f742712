import Glibc

/// The paths of a worker's files.
struct WorkerFiles: Sendable {
    /// The file whose lock the worker holds.
    let lock: String
    /// The file that says how far its jobs are.
    let progress: String

    private static let suffix = ".lock"
    private static let draft = ".new"

    init(of id: WorkerID, in folder: String) {
        lock = "\(folder)/\(id)\(Self.suffix)"
        progress = "\(folder)/\(id).progress"
    }

    /// Where a file is until it is complete.
    static func draft(of path: String) -> String { path + draft }

    /// The worker whose lock has this name in the folder; nil if it is another file.
    static func worker(_ name: String) -> WorkerID? {
        name.hasSuffix(suffix) ? WorkerID(String(name.dropLast(suffix.count))) : nil
    }

    /// Whether a file in the folder is a lock that has not got its name.
    static func isUnnamedLock(_ name: String) -> Bool { name.hasSuffix(suffix + draft) }

    /// Removes all of them.
    func remove() {
        unsafe unlink(Self.draft(of: progress))
        unsafe unlink(progress)
        // Last, because a sweep looks for this file.
        unsafe unlink(lock)
    }
}
