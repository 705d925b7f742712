import CrashPoints
import Foundation
import Glibc
import Ground

/// The proof that a worker process lives: a lock on its own file, which the kernel frees when the process ends.
///
/// No timer is involved: a live worker may take any time, and a dead one is found at once.
final class WorkerLock: ProofOfLife {
    /// The worker that this lock stands for.
    let id: WorkerID
    private let files: WorkerFiles
    private let lock: LockFile

    /// Takes the lock, before the worker claims anything.
    ///
    /// The file gets its name only after it is locked: if it is found unlocked, its worker is dead.
    ///
    /// - Parameter format: The newest format of a queue that the worker's program knows.
    init(id: WorkerID, files: WorkerFiles, format: Int) throws(JobQueueError) {
        lock = try Self.makeLockedFile(files.lock, content: "\(format)\n")
        self.id = id
        self.files = files
    }

    private static func makeLockedFile(
        _ path: String, content: String
    ) throws(JobQueueError) -> LockFile {
        let draft = WorkerFiles.draft(of: path)
        while true {
            guard let file = LockFile(draft, .new) else {
                throw .cannotOpen(path: draft, detail: SystemError.latest)
            }
            defer { unsafe unlink(draft) }
            // A sweep that found the draft unlocked locks it for a moment, and removes it.
            let isLocked = file.take()
            CrashPoint.reach(.workerLocked)
            file.write(content)
            if isLocked, unsafe link(draft, path) == 0 {
                CrashPoint.reach(.workerNamed)
                return file
            }
            let wasSwept = isLocked && errno == ENOENT
            guard wasSwept else { throw .cannotOpen(path: path, detail: SystemError.latest) }
        }
    }

    /// The kernel takes no live process for dead.
    var isOver: Bool { false }

    deinit {
        retire()
    }

    /// Declares a normal exit: the worker claims nothing more, and jobs that it still holds may be taken back.
    ///
    /// Not left to `deinit`: a finished task can keep this object alive until the process is gone.
    func retire() {
        // Before the lock is released, so that a new file cannot be mistaken for this one.
        files.remove()
    }

    /// Publishes the progress of this worker's jobs to all processes; not synced, since a crash makes it worthless.
    func publish(_ progress: LiveProgress) throws(JobQueueError) {
        let path = files.progress
        let draft = WorkerFiles.draft(of: path)
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
}
