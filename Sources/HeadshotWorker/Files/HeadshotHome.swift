public import JobQueue
public import ObjectStore

/// The folder that holds the queue, and the store of everything that belongs to it; readable by its owner only.
public struct HeadshotHome: Sendable {
    /// The folder itself, with the queue file in it.
    public let root: String
    /// The store of photos, answers, bodies and results.
    public let objects: any ObjectStore

    /// Names a home that keeps its files in folders of the same names; ``prepare()`` creates it.
    public init(root: String) {
        self.init(root: root, objects: FolderStore(folder: root))
    }

    /// Names a home that keeps its files in a store; ``prepare()`` creates it.
    public init(root: String, objects: any ObjectStore) {
        self.root = root
        self.objects = objects
    }

    /// Whether the files are in folders of the home.
    public var keepsFiles: Bool { !objects.isRemote }

    /// The folders of the home, for what a store elsewhere does not take; `nil` if they are the store.
    var spare: (any ObjectStore)? { keepsFiles ? nil : FolderStore(folder: root) }
    /// How the keys of the home's own records begin; all homes of a store share them.
    var ownPrefix: String { keepsFiles ? "" : "meta/" }
    /// The folder in which arriving photos are collected.
    ///
    /// Beside the photos, the file of one can become a photo without being copied; elsewhere it has no name.
    var arrivals: String { keepsFiles ? photos : spool }

    /// The queue's file, if the queue is not on a server.
    public var queue: String { "\(root)/queue.sqlite" }
    /// Photos that are here, and those that are arriving.
    public var photos: String { "\(root)/photos" }
    /// Answers that are paid and not yet saved, if they are here: or because the store has not taken them yet.
    public var spool: String { "\(root)/spool" }
    /// The default place of headshots: a folder, or a part of the store.
    public var results: String { objects.locator(of: "results") }
    /// Answers that could not be read, for inspection, if they are here.
    public var answers: String { "\(root)/answers" }
    /// The locks of live workers.
    public var workers: String { "\(root)/workers" }

    /// Where the body of a charge's answer is kept for inspection.
    static func keptBody(of charge: Int64, for job: JobID) -> String {
        "answers/\(job)-\(charge).body"
    }

    /// Where the body of a job's newest answer is kept; `nil` if none is, or if the store does not say.
    public func keptAnswer(to charges: [Charge]) async -> String? {
        for charge in charges.reversed() {
            let key = Self.keptBody(of: charge.id, for: charge.job)
            if (try? await objects.size(key)) != nil { return objects.locator(of: key) }
        }
        return nil
    }

    /// Makes the folders that are missing, for their owner only.
    public func prepare() throws(StorageError) {
        for folder in [root, spool, workers] + (keepsFiles ? [photos, answers] : []) {
            try DurableFile.makeFolder(folder)
        }
    }
}
