import Ground

/// The files that an open queue keeps open, and the paths that led to them.
///
/// A home that is replaced by a copy, restored from a snapshot, or removed, leaves a running process with files that no
/// path leads to any more. Whatever it wrote there would be lost, and whatever it read there would be out of date.
struct OpenFiles: Sendable {
    private let files: [(path: String, identity: FileIdentity)]

    /// Remembers which files are open, by their names in a folder; a file that does not exist is not watched.
    init(folder: String, names: [String]) {
        files = names.map { "\(folder)/\($0)" }.compactMap { path in
            FileIdentity(path).map { (path, $0) }
        }
    }

    /// Throws ``JobQueueError/replaced(path:)`` unless the paths still lead to the open files.
    func check() throws(JobQueueError) {
        for (path, identity) in files where FileIdentity(path) != identity {
            throw .replaced(path: path)
        }
    }
}
