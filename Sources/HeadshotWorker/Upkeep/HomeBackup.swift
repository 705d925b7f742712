public import Foundation
import Ground
public import JobQueue
import ObjectStore

/// Copies a home into a folder, beside workers, so that it can take the home's place: no job is lost, and nothing is paid twice.
///
/// The files are copied before the queue, since one may go meanwhile, and once more after it: what the queue names is there. The
/// payments journal is copied last: it knows of each charge whose answer may be in the copy. A file that the folder has already
/// is not copied again.
public struct HomeBackup: Sendable {
    private let store: JobStore
    private let home: HeadshotHome
    private let results: String

    /// Names the home of an open queue.
    ///
    /// - Parameter results: The place of headshots.
    public init(store: JobStore, home: HeadshotHome, results: String) {
        self.store = store
        self.home = home
        self.results = results
    }

    /// Copies what the folder does not have; when this returns, the copy survives a power cut.
    ///
    /// A file that the home no longer has stays in the folder as long as the queue needs it, and goes otherwise: so a person who was forgotten
    /// is forgotten there, too. Files in a store elsewhere are not copied.
    ///
    /// Throws ``WorkerError/notABackup(path:)`` if the folder has files, but no backup, and
    /// ``WorkerError/backupOfAnotherHome(path:)`` if its backup is of another home: those files would be replaced or removed.
    ///
    /// - Parameter progress: Called with the number of files so far.
    public func copy(
        to folder: String, now: Date, progress: (Int) -> Void
    ) async throws -> BackupReport {
        let target = FolderStore(folder: folder)
        try await target.prepare("")
        try await requireOwn(folder)
        guard let lock = LockFile("\(folder)/\(Self.lock)"), lock.takeIfFree() else {
            throw StorageError.unavailable(
                place: .file(folder),
                detail: "another backup writes there, or its lock cannot be made")
        }
        // Until all of it is there, the folder does not say that it is whole.
        try await target.remove([BackupNote.name])
        var report = BackupReport(folder: folder)
        for part in parts {
            try await target.prepare("\(part.name)/")
            try await tidy(part, in: target, &report)
            try await copy(part, to: target, &report, progress)
        }
        try await copyQueue(to: target)
        for part in parts { try await copy(part, to: target, &report, progress) }
        try await Self.copyJournal(from: home.root, to: folder)
        let note = BackupNote(folder: folder, ended: now, hasFiles: home.keepsFiles)
        try await target.replace(BackupNote.name, note.json)
        try await FolderStore(folder: home.root).replace(BackupNote.latest, note.json)
        withExtendedLifetime(lock) {}
        return report
    }

    /// Throws if the folder has something that is not from a backup of this home.
    private func requireOwn(_ folder: String) async throws {
        let there = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard there.isEmpty || there.contains(Self.lock) || there.contains(BackupNote.name) else {
            throw WorkerError.notABackup(path: folder)
        }
        guard try await store.ownsLedger(in: folder) else {
            throw WorkerError.backupOfAnotherHome(path: folder)
        }
    }

    /// A folder of the home's files.
    private struct Part {
        let name: String
        let files: ObjectFolder
        /// Which of the files the queue needs.
        let needed: ([String]) async throws -> Set<String>
    }

    /// In the order in which files become others: an answer in the spool becomes a headshot.
    private var parts: [Part] {
        func own(_ name: String, _ needed: @escaping ([String]) async throws -> Set<String>) -> Part
        {
            Part(
                name: name, files: ObjectFolder(objects: home.objects, prefix: "\(name)/"),
                needed: needed)
        }
        let parts = [
            own("photos") { try await store.neededPhotos(among: $0) },
            own("spool") {
                try await names(in: $0) { job, _ in !job.state.hasEnded || job.state == .uncertain }
            },
            own("answers") { _ in [] },
            Part(name: "results", files: home.resultFolder(results)) {
                try await names(in: $0) { job, name in
                    job.result.map { name.hasPrefix(($0 as NSString).deletingPathExtension) }
                        ?? false
                }
            },
        ]
        // A store elsewhere keeps what it has; headshots may be in a folder anyway.
        return parts.filter { !$0.files.objects.isRemote }
    }

    /// The names that begin with the name of a job that passes a test.
    private func names(
        in all: [String], where isNeeded: (Job, String) -> Bool
    ) async throws -> Set<String> {
        var needed: Set<String> = []
        for name in all {
            guard let id = JobID(String(name.prefix { $0 != "-" })),
                let job = try await store.job(id)?.job, isNeeded(job, name)
            else { continue }
            needed.insert(name)
        }
        return needed
    }

    /// Copies the payments journal of a home or a backup, if it has one.
    static func copyJournal(from folder: String, to other: String) async throws(StorageError) {
        try await BlockingFiles.run { () throws(StorageError) in
            guard DurableFile.isFile("\(folder)/\(journal)") else { return }
            try DurableFile.copy("\(folder)/\(journal)", over: "\(other)/\(journal)")
        }
    }

    private func copyQueue(to target: FolderStore) async throws {
        let path = target.path(of: Self.queue)
        let draft = try DurableFile.draftName(in: target.folder)
        try await store.backUp(to: draft)
        try DurableFile.rename(draft, over: path)
    }

    /// Whether a backup gives such a name; other files in its folders are somebody else's.
    private static func isOwn(_ name: String) -> Bool {
        PhotoName.isName(name) || JobID(String(name.prefix { $0 != "-" })) != nil
    }

    /// Removes what the home no longer has and the queue no longer needs.
    private func tidy(
        _ part: Part, in target: FolderStore, _ report: inout BackupReport
    ) async throws {
        let there = Set(try await part.files.list().map(\.name))
        let gone = try await target.list("\(part.name)/").map(\.name)
            .filter { !there.contains($0) && Self.isOwn($0) }
        // A folder that is missing says nothing of what was in it.
        let needed = await part.files.isMissing() ? Set(gone) : try await part.needed(gone)
        report.missing += needed.sorted().map { "\(part.name)/\($0)" }
        let outdated = gone.filter { !needed.contains($0) }
        try await target.remove(outdated.map { "\(part.name)/\($0)" })
        report.removed += outdated.count
    }

    /// Copies what the folder does not have, or has from before it was replaced.
    private func copy(
        _ part: Part, to target: FolderStore, _ report: inout BackupReport,
        _ progress: (Int) -> Void
    ) async throws {
        let copies = Dictionary(
            try await target.list("\(part.name)/").map { ($0.name, $0.written) }
        ) { first, _ in first }
        for file in try await part.files.list() {
            // A copy is written after its file; only a file beside a headshot is ever replaced.
            if let copied = copies[file.name], copied >= file.written,
                try await target.size("\(part.name)/\(file.name)")
                    == part.files.sizeIfFile(file.key)
            {
                continue
            }
            // One that has gone meanwhile is not needed any more; anything but a file is not ours.
            guard let bytes = try await part.files.readIfFile(file.key) else { continue }
            try await target.replace("\(part.name)/\(file.name)", bytes)
            report.copied += 1
            report.bytes += bytes.count
            progress(report.copied)
        }
    }

    private static let queue = "queue.sqlite"
    static let journal = "payments.jsonl"
    private static let lock = "backup.lock"
}

extension ObjectFolder {
    /// The number of bytes of a file; `nil` if it is gone, or is not a file.
    fileprivate func sizeIfFile(_ key: String) async throws(StorageError) -> Int? {
        do throws(StorageError) {
            return try await objects.size(key)
        } catch .unusable {
            return nil
        }
    }

    /// The bytes of a file; `nil` if it is gone, or is not a file.
    func readIfFile(_ key: String) async throws(StorageError) -> Data? {
        do throws(StorageError) {
            return try await objects.read(key)
        } catch .unusable {
            return nil
        }
    }
}

/// What a backup did.
public struct BackupReport: Sendable, Equatable {
    /// The folder that has it.
    public let folder: String
    /// How many files were copied, since the folder did not have them.
    public internal(set) var copied = 0
    /// How many bytes those have.
    public internal(set) var bytes = 0
    /// How many files were removed from the folder, since nothing needs them any more.
    public internal(set) var removed = 0
    /// The files that the queue needs, that the home has lost, and that the folder has.
    public internal(set) var missing: [String] = []
}

/// What is noted of a backup that is whole: in its folder, and of the latest one in the home.
public struct BackupNote: Codable, Sendable {
    /// Where it is.
    public let folder: String
    /// When it was whole.
    public let ended: Date
    /// Whether the files of the home are in it, and not in a store elsewhere.
    public let hasFiles: Bool

    static let name = "backup.json"
    static let latest = "latest-backup.json"

    var json: Data { Data((JSON.text(self) ?? "{}").utf8) }
}

extension BackupNote {
    /// The note in a folder; `nil` if the folder has no whole backup.
    public init?(in folder: String) { self.init(file: "\(folder)/\(Self.name)") }

    /// The note of a home's latest backup; `nil` if there was none.
    public init?(latestOf home: HeadshotHome) {
        self.init(file: "\(home.root)/\(Self.latest)")
    }

    private init?(file: String) {
        guard let bytes = try? DurableFile.read(file),
            let note = JSON.value(Self.self, from: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        self = note
    }
}
