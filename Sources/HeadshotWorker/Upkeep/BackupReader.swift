import Foundation
import Ground
import JobQueue
import ObjectStore

/// Reads a folder that ``HomeBackup`` wrote; nothing in it is changed.
public struct BackupReader: Sendable {
    /// What the folder says of itself.
    public let note: BackupNote
    private let copy: HeadshotHome

    /// Names a folder with a whole backup.
    ///
    /// Throws ``WorkerError/backupNotWhole(path:)`` if a backup was not finished there, or never begun.
    public init(_ folder: String) throws(WorkerError) {
        guard let note = BackupNote(in: folder) else { throw .backupNotWhole(path: folder) }
        self.note = note
        copy = HeadshotHome(root: folder)
    }

    /// The copy of the queue.
    public var queue: String { copy.queue }

    /// Puts the files back that are missing in a home, and the payments journal if it is missing; replaces nothing.
    ///
    /// - Parameter results: The place of headshots.
    /// - Returns: How many files were put back.
    public func bringBack(to home: HeadshotHome, results: String) async throws -> Int {
        // Without it, what was paid for could be paid again: it comes before everything else.
        if await !FolderStore(folder: home.root).holds(HomeBackup.journal) {
            try await HomeBackup.copyJournal(from: copy.root, to: home.root)
            if await !FolderStore(folder: home.root).holds(HomeBackup.journal),
                await !FolderStore(folder: home.root).holds("queue.sqlite")
            {
                // Nothing had been charged by then, and the caller accepts what is not known since.
                _ = try await FolderStore(folder: home.root).create(HomeBackup.journal, Data())
            }
        }
        var count = 0
        for name in ["photos", "spool", "answers", "results"] {
            let place =
                name == "results"
                ? home.resultFolder(results)
                : ObjectFolder(objects: home.objects, prefix: "\(name)/")
            let source = ObjectFolder(objects: copy.objects, prefix: "\(name)/")
            let files = try await source.list()
            if !files.isEmpty { try await place.objects.prepare(place.prefix) }
            for file in files {
                let key = place.prefix + file.name
                guard try await !place.objects.holds(key),
                    let bytes = try await source.readIfFile(file.key)
                else { continue }
                if try await place.objects.create(key, bytes) { count += 1 }
            }
        }
        return count
    }

    /// Looks whether a restore would work: whether the queue is sound and fits its journal, and whether the photos of open jobs
    /// and all headshots are there with the bytes that they had.
    ///
    /// - Parameter scratch: An empty folder, for a copy of the queue.
    public func check(in scratch: String) async throws -> BackupFindings {
        let place = HeadshotHome(root: scratch)
        try await BlockingFiles.run { [copy] () throws(StorageError) in
            try DurableFile.copy(copy.queue, over: place.queue)
        }
        try await HomeBackup.copyJournal(from: copy.root, to: scratch)
        let queue = try JobStore(folder: scratch)
        do {
            let findings = try await findings(in: queue)
            try queue.close()
            return findings
        } catch {
            try? queue.close()
            throw error
        }
    }

    private func findings(in queue: JobStore) async throws -> BackupFindings {
        var findings = BackupFindings()
        findings.problems = try await queue.files().integrityProblems()
        let results = ResultStore(at: copy.results, of: copy)
        var last: JobID?
        while true {
            let jobs = try await queue.jobs(
                JobFilter(), olderThan: last, limit: 500, needsAll: true)
            guard let oldest = jobs.last?.id else { return findings }
            last = oldest
            findings.jobs += jobs.count
            guard note.hasFiles else { continue }
            for job in jobs {
                if let photo = job.input, !job.state.hasEnded {
                    findings.photos += 1
                    if try await !isWhole(copy.photo(named: photo)) {
                        findings.problems.append(
                            "photos/\(photo): missing or damaged, of \(job.id)")
                    }
                }
                if let headshot = try await results.file(of: job) {
                    findings.headshots += 1
                    if try await !isWhole(headshot) {
                        findings.problems.append(
                            "results/\(headshot.name): missing or damaged, of \(job.id)")
                    }
                }
            }
        }
    }

    private func isWhole(_ file: KeptFile) async throws -> Bool {
        do throws(StorageError) {
            return try await file.isThereWhole()
        } catch .unusable {
            return false
        }
    }
}

/// What a look at a backup found.
public struct BackupFindings: Sendable, Equatable {
    /// The jobs of the queue.
    public internal(set) var jobs = 0
    /// The photos of open jobs.
    public internal(set) var photos = 0
    /// The headshots and other results.
    public internal(set) var headshots = 0
    /// A sentence for each thing that would be missing after a restore.
    public internal(set) var problems: [String] = []
}
