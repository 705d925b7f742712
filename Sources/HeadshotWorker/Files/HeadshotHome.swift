import Glibc
import Ground
import JobQueue

/// The folder that holds the queue and everything that belongs to it; readable by its owner only.
public struct HeadshotHome: Sendable, Equatable {
    /// The folder itself, with the queue file in it.
    public let root: String

    /// Names a home; ``prepare()`` makes it.
    public init(root: String) {
        self.root = root
    }

    /// The photos, each under its SHA-256.
    public var photos: String { "\(root)/photos" }
    /// What was made of the photos before they are sent, under the same names.
    public var prepared: String { "\(root)/prepared" }
    /// Answers that are paid and not saved yet.
    public var spool: String { "\(root)/spool" }
    /// Where headshots go unless said otherwise.
    public var results: String { "\(root)/results" }
    /// Answers that could not be read, for inspection.
    public var answers: String { "\(root)/answers" }
    /// The locks of live workers.
    public var workers: String { "\(root)/workers" }
    /// The lock of the one drain.
    public var drainLock: String { "\(root)/drain.lock" }

    /// Where the body of a charge's answer is kept for inspection.
    func keptBody(of charge: Int64, for job: JobID) -> String { "\(answers)/\(job)-\(charge).body" }

    /// Makes the folders that are missing, for their owner only.
    public func prepare() throws(WorkerError) {
        for folder in [root, photos, prepared, spool, answers, workers] {
            try Self.makeFolder(folder)
        }
    }

    /// Makes a folder and those above it, for their owner only; leaves one that exists as it is.
    ///
    /// When this returns, a folder that was made survives a power cut, and so can what is put into it.
    static func makeFolder(_ path: String) throws(WorkerError) {
        if unsafe access(path, F_OK) == 0 { return }
        let parent = DurableFile.folder(of: path)
        try makeFolder(parent)
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .disk(path: path, detail: SystemError.latest)
        }
        try DurableFile.syncFolder(parent)
    }
}
