import CrashPoints
import Foundation
import Glibc
import Ground

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
            guard descriptor >= 0 else {
                throw .cannotOpen(path: draft, detail: SystemError.latest)
            }
            defer { unsafe unlink(draft) }
            // A sweep that found the draft unlocked holds it for a moment, and removes it.
            let isLocked = flock(descriptor, LOCK_EX) == 0
            CrashPoint.reach(.workerLocked)
            if isLocked, unsafe link(draft, path) == 0 {
                CrashPoint.reach(.workerNamed)
                return descriptor
            }
            let wasSwept = isLocked && errno == ENOENT
            let detail = SystemError.latest
            close(descriptor)
            guard wasSwept else { throw .cannotOpen(path: path, detail: detail) }
        }
    }

    deinit {
        retire()
        close(descriptor)
    }

    /// Says that the worker ends in order: it claims nothing more, and what it still holds may be taken back.
    ///
    /// Not left to the end of this object: a task that has ended can hold it until after the process has.
    public func retire() {
        // While the lock is still held, so that nobody mistakes a new file for this one.
        Self.removeFiles(of: id, in: folder)
    }

    /// Tells every process how far this worker's jobs are; not synced, since it is worth nothing after a crash.
    public func publish(_ progress: LiveProgress) throws(JobQueueError) {
        let path = Self.progressPath(of: id, in: folder)
        let draft = path + Self.draft
        // Not by Foundation, whose own draft would have a name that no sweep knows.
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .disk(path: draft, detail: SystemError.latest) }
        defer { close(descriptor) }
        let bytes = (try? JSONEncoder().encode(progress)) ?? Data()
        let count = unsafe bytes.withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        guard count == bytes.count, unsafe rename(draft, path) == 0 else {
            throw .disk(path: path, detail: SystemError.latest)
        }
    }

    /// How far a worker's jobs are, if it says so.
    public static func progress(of id: WorkerID, in folder: String) -> LiveProgress? {
        guard let data = try? Data(contentsOf: URL(filePath: progressPath(of: id, in: folder)))
        else { return nil }
        return try? JSONDecoder().decode(LiveProgress.self, from: data)
    }

    /// What is left of a worker.
    public enum Life: Sendable, Equatable {
        /// It holds its lock; in doubt, it lives.
        case alive
        /// It died: its file is there, and the kernel has freed the lock.
        case killed
        /// It ended in order and took its file with it, or it never was.
        case ended
    }

    /// What is left of a worker.
    public static func life(of id: WorkerID, in folder: String) -> Life {
        life(ofFile: path(of: id, in: folder))
    }

    /// Whether a worker lives; in doubt, it does.
    public static func isAlive(_ id: WorkerID, in folder: String) -> Bool {
        life(of: id, in: folder) == .alive
    }

    private static func life(ofFile path: String) -> Life {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ENOENT ? .ended : .alive }
        defer { close(descriptor) }
        // Shared, so that two who ask at once do not take each other for the worker.
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return .alive }
        var status = stat()
        // A worker that ends removes its file before it lets go of the lock.
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0 ? .ended : .killed
    }

    /// The workers of a folder that live.
    public static func living(in folder: String) -> [WorkerID] { workers(.alive, in: folder) }

    /// The workers of a folder that died and have not been swept yet.
    public static func killed(in folder: String) -> [WorkerID] { workers(.killed, in: folder) }

    private static func workers(_ life: Life, in folder: String) -> [WorkerID] {
        names(in: folder).filter { $0.hasSuffix(suffix) }
            .compactMap { WorkerID(String($0.dropLast(suffix.count))) }
            .filter { Self.life(of: $0, in: folder) == life }
            .sorted { $0.rawValue < $1.rawValue }
    }

    /// Removes what workers left that died, and files that never became a lock.
    ///
    /// - Parameter killed: Only workers whose jobs were taken back: without its file, one counts as ended in order.
    public static func sweep(_ folder: String, of killed: [WorkerID]) {
        for id in killed { removeFiles(of: id, in: folder) }
        for name in names(in: folder) where name.hasSuffix(suffix + draft) {
            let path = "\(folder)/\(name)"
            if life(ofFile: path) == .killed { unsafe unlink(path) }
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
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
