import Glibc
import JobQueue

/// The folder that holds the queue and everything that belongs to it; readable by its owner only.
public struct HeadshotHome: Sendable, Equatable {
    /// The folder itself, with the queue file in it.
    public let root: String

    /// Names a home; ``prepare()`` creates it.
    public init(root: String) {
        self.root = root
    }

    /// The photos, each under its SHA-256.
    public var photos: String { "\(root)/photos" }
    /// Prepared photos, under the same names.
    public var prepared: String { "\(root)/prepared" }
    /// Answers that are paid and not yet saved.
    public var spool: String { "\(root)/spool" }
    /// The default folder of headshots.
    public var results: String { "\(root)/results" }
    /// Answers that could not be read, for inspection.
    public var answers: String { "\(root)/answers" }
    /// The locks of live workers.
    public var workers: String { "\(root)/workers" }
    /// The lock of the only drain.
    public var drainLock: String { "\(root)/drain.lock" }

    /// Where the body of a charge's answer is kept for inspection.
    func keptBody(of charge: Int64, for job: JobID) -> String { "\(answers)/\(job)-\(charge).body" }

    /// Creates missing folders, for their owner only.
    public func prepare() throws(WorkerError) {
        for folder in [root, photos, prepared, spool, answers, workers] {
            try Self.makeFolder(folder)
        }
    }

    /// Creates a folder and its parents, for their owner only; does not change an existing one.
    ///
    /// When this returns, a new folder survives a power cut, so files in it can.
    static func makeFolder(_ path: String) throws(WorkerError) {
        if unsafe access(path, F_OK) == 0 { return }
        let parent = DurableFile.folder(of: path)
        try makeFolder(parent)
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .disk(path: path, detail: unsafe String(cString: strerror(errno)))
        }
        try DurableFile.syncFolder(parent)
    }
}
