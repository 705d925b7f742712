import Ground
import Synchronization

/// The files that an open queue keeps open, and the paths that led to them.
///
/// A home that is replaced by a copy, restored from a snapshot, or removed, leaves a running process with files that no
/// path leads to any more. Whatever it wrote there would be lost, and whatever it read there would be out of date.
final class OpenFiles: Sendable {
    private let folder: String
    private let lock: String
    private let files: [(path: String, identity: FileIdentity)]
    /// The state of the folder in which all files were found in their places; `nil` while a change could go unseen.
    private let settled = Mutex<FolderState?>(nil)

    /// Remembers which files are open, by their names in a folder.
    ///
    /// - Parameters:
    ///   - lock: The name of the file that each write touches.
    ///   - others: The other names; a file that does not exist is not watched.
    init(folder: String, lock: String, others: [String]) {
        self.folder = folder
        self.lock = "\(folder)/\(lock)"
        files = ([lock] + others).map { "\(folder)/\($0)" }.compactMap { path in
            FileIdentity(path).map { (path, $0) }
        }
    }

    /// Throws ``JobQueueError/replaced(path:)`` unless the paths still lead to the open files.
    ///
    /// Costs one `stat` of the folder, since nothing in it can be replaced without changing the folder.
    func check() throws(JobQueueError) {
        guard let state = FolderState(folder) else { throw .replaced(path: folder) }
        if settled.withLock({ $0 == state }) { return }
        try checkEach()
        let isSettled = state.isSettled(before: lock)
        settled.withLock { $0 = isSettled ? state : nil }
    }

    /// The same for each single file, which also finds one over which another file was mounted.
    func checkEach() throws(JobQueueError) {
        for (path, identity) in files where FileIdentity(path) != identity {
            throw .replaced(path: path)
        }
    }
}
