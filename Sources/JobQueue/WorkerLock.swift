import CrashPoints
import Foundation
import Glibc

/// The proof that a worker process lives: a lock on its own file, which the kernel frees when the process ends.
///
/// No timer is involved: a live worker can take as long as it likes, and a dead one is found at once.
public final class WorkerLock: Sendable {
    /// The worker that this lock stands for.
    public let id: WorkerID
    private let folder: String
    private let descriptor: CInt

    /// Takes the lock, before the worker claims anything.
    ///
    /// The file gets its name only once it is locked: whoever finds it free may be sure that its worker is dead.
    public init(id: WorkerID, folder: String) throws(JobQueueError) {
        descriptor = try Self.makeLockedFile(Self.path(of: id, in: folder))
        self.id = id
        self.folder = folder
    }

    /// Makes a file that is locked when it gets its name, and returns its descriptor.
    private static func makeLockedFile(_ path: String) throws(JobQueueError) -> CInt {
        let draft = path + Self.draft
        while true {
            let descriptor = unsafe open(
                draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw .cannotOpen(path: draft, detail: errnoText()) }
            defer { unsafe unlink(draft) }
            // A sweep that found the draft unlocked holds it for a moment, and removes it.
            let isLocked = flock(descriptor, LOCK_EX) == 0
            CrashPoint.reach(.workerLocked)
            if isLocked, unsafe link(draft, path) == 0 {
                CrashPoint.reach(.workerNamed)
                return descriptor
            }
            let wasSwept = isLocked && errno == ENOENT
            let detail = errnoText()
            close(descriptor)
            guard wasSwept else { throw .cannotOpen(path: path, detail: detail) }
        }
    }

    deinit {
        // While the lock is still held, so that nobody mistakes a new file for this one.
        Self.removeFiles(of: id, in: folder)
        close(descriptor)
    }

    /// Tells every process how far this worker's jobs are; not synced, since it is worth nothing after a crash.
    public func publish(_ progress: LiveProgress) throws(JobQueueError) {
        let path = Self.progressPath(of: id, in: folder)
        let draft = path + Self.draft
        // Not by Foundation, whose own draft would have a name that no sweep knows.
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .disk(path: draft, detail: errnoText()) }
        defer { close(descriptor) }
        let bytes = (try? JSONEncoder().encode(progress)) ?? Data()
        let count = unsafe bytes.withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        guard count == bytes.count, unsafe rename(draft, path) == 0 else {
            throw .disk(path: path, detail: errnoText())
        }
    }

    /// How far a worker's jobs are, if it says so.
    public static func progress(of id: WorkerID, in folder: String) -> LiveProgress? {
        guard let data = try? Data(contentsOf: URL(filePath: progressPath(of: id, in: folder)))
        else { return nil }
        return try? JSONDecoder().decode(LiveProgress.self, from: data)
    }

    /// Whether a worker lives; in doubt, it does.
    public static func isAlive(_ id: WorkerID, in folder: String) -> Bool {
        isLocked(path(of: id, in: folder))
    }

    private static func isLocked(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno != ENOENT }
        defer { close(descriptor) }
        // Shared, so that two who ask at once do not take each other for the worker.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// The workers of a folder that live.
    public static func living(in folder: String) -> [WorkerID] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(suffix) }
            .compactMap { WorkerID(String($0.dropLast(suffix.count))) }
            .filter { isAlive($0, in: folder) }
            .sorted { $0.rawValue < $1.rawValue }
    }

    /// Removes what dead workers left in a folder.
    public static func sweep(_ folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasSuffix(suffix) {
            guard let id = WorkerID(String(name.dropLast(suffix.count))), !isAlive(id, in: folder)
            else { continue }
            removeFiles(of: id, in: folder)
        }
        for name in names where name.hasSuffix(suffix + draft) && !isLocked("\(folder)/\(name)") {
            unsafe unlink("\(folder)/\(name)")
        }
    }

    private static let suffix = ".lock"
    /// Ends the name of a file that is not complete yet.
    private static let draft = ".new"

    private static func path(of id: WorkerID, in folder: String) -> String {
        "\(folder)/\(id)\(suffix)"
    }

    private static func progressPath(of id: WorkerID, in folder: String) -> String {
        "\(folder)/\(id).progress"
    }

    private static func removeFiles(of id: WorkerID, in folder: String) {
        unsafe unlink(progressPath(of: id, in: folder) + draft)
        unsafe unlink(progressPath(of: id, in: folder))
        // Last: a sweep goes by it.
        unsafe unlink(path(of: id, in: folder))
    }
}
