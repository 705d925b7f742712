import CrashPoints
import Foundation
import Glibc
import Ground

/// The proof that a worker process lives: a lock on its own file, which the kernel frees when the process ends.
///
/// No timer is involved: a live worker may take any time, and a dead one is found at once.
public final class WorkerLock: ProofOfLife {
    /// The worker that this lock stands for.
    public let id: WorkerID
    private let folder: String
    private let descriptor: CInt

    /// Takes the lock, before the worker claims anything.
    ///
    /// The file gets its name only after it is locked: if it is found unlocked, its worker is dead.
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
            // A sweep that found the draft unlocked locks it for a moment, and removes it.
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

    /// Declares a normal exit: the worker claims nothing more, and jobs that it still holds may be taken back.
    ///
    /// Not left to `deinit`: a finished task can keep this object alive until the process is gone.
    public func retire() {
        // Before the lock is released, so that a new file cannot be mistaken for this one.
        Self.removeFiles(of: id, in: folder)
    }

    /// Publishes the progress of this worker's jobs to all processes; not synced, since a crash makes it worthless.
    public func publish(_ progress: LiveProgress) throws(JobQueueError) {
        let path = Self.progressPath(of: id, in: folder)
        let draft = path + Self.draft
        // Not with Foundation: its temporary file would have a name that no sweep knows.
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

    /// The progress of a worker's jobs, if it has published any.
    public static func progress(of id: WorkerID, in folder: String) -> LiveProgress? {
        guard let data = try? Data(contentsOf: URL(filePath: progressPath(of: id, in: folder)))
        else { return nil }
        return try? JSONDecoder().decode(LiveProgress.self, from: data)
    }

    /// Whether a worker lives, or how it ended; in doubt, it lives.
    public static func life(of id: WorkerID, in folder: String) -> WorkerLife {
        life(ofFile: path(of: id, in: folder))
    }

    /// Whether a worker lives; in doubt, it does.
    public static func isAlive(_ id: WorkerID, in folder: String) -> Bool {
        life(of: id, in: folder) == .alive
    }

    private static func life(ofFile path: String) -> WorkerLife {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ENOENT ? .ended : .alive }
        defer { close(descriptor) }
        // Shared, so that two processes that check at once do not take each other for the worker.
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return .alive }
        var status = stat()
        // A worker that exits removes its file before it releases the lock.
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0 ? .ended : .killed
    }

    /// The workers of a folder that live.
    public static func living(in folder: String) -> [WorkerID] { workers(.alive, in: folder) }

    /// The workers of a folder that died and have not been swept yet.
    public static func killed(in folder: String) -> [WorkerID] { workers(.killed, in: folder) }

    private static func workers(_ life: WorkerLife, in folder: String) -> [WorkerID] {
        names(in: folder).filter { $0.hasSuffix(suffix) }
            .compactMap { WorkerID(String($0.dropLast(suffix.count))) }
            .filter { Self.life(of: $0, in: folder) == life }
            .sorted { $0.rawValue < $1.rawValue }
    }

    /// Removes the files of dead workers, and files that never became a lock.
    ///
    /// - Parameter killed: Only workers whose jobs were taken back: a worker without a file counts as ended.
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
    /// The suffix of a file that is not complete yet.
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
        // Last, because a sweep looks for this file.
        unsafe unlink(path(of: id, in: folder))
    }
}
