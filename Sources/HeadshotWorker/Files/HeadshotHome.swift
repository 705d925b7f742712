import JobQueue
public import ObjectStore

/// The folder that holds the queue and everything that belongs to it; readable by its owner only.
public struct HeadshotHome: Sendable, Equatable {
    /// The folder itself, with the queue file in it.
    public let root: String

    /// Names a home; ``prepare()`` creates it.
    public init(root: String) {
        self.root = root
    }

    /// The store of photos, prepared photos, answers and bodies, in the folders of the same names.
    public var objects: FolderStore { FolderStore(folder: root) }
    /// The photos.
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
    /// The key from which the secrets of webhooks are derived.
    public var serveKey: String { "\(root)/serve.key" }

    /// Where the body of a charge's answer is kept for inspection.
    static func keptBody(of charge: Int64, for job: JobID) -> String {
        "answers/\(job)-\(charge).body"
    }

    /// Makes the folders that are missing, for their owner only.
    public func prepare() throws(StorageError) {
        for folder in [root, photos, prepared, spool, answers, workers] {
            try DurableFile.makeFolder(folder)
        }
    }
}
