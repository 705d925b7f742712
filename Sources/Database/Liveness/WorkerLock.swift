import CrashPoints
import Foundation
import Glibc
import Ground
import Synchronization

/// The proof that a worker process lives: a lock on its own file, which the kernel frees when the process ends.
///
/// No timer is involved: a live worker may take any time, and a dead one is found at once. A program that tidies up can
/// remove the file, so the worker also holds the lock of a byte of the queue's lock file, which no process can take away from
/// it; the file then only distinguishes a killed worker from one that ended in order.
final class WorkerLock: ProofOfLife {
    /// The worker that this lock stands for.
    let id: WorkerID
    private let files: WorkerFiles
    private let content: String
    private let queueLock: String
    private let lock: Mutex<HeldFile>
    private let byte: HeldByte?

    /// Takes the lock, before the worker claims anything.
    ///
    /// The file gets its name only after it is locked: if it is found unlocked, its worker is dead.
    ///
    /// - Parameters:
    ///   - queueLock: The queue's lock file, if there is one.
    ///   - format: The newest format of a queue that the worker's program knows.
    init(
        id: WorkerID, files: WorkerFiles, queueLock: String, format: Int
    ) throws(JobQueueError) {
        byte = try HeldByte(of: id, in: queueLock)
        content = "\(format)\n"
        self.queueLock = queueLock
        let held = HeldFile(try Self.makeLockedFile(files.lock, content: content))
        guard held.file.isProven(at: files.lock) else {
            files.remove()
            throw .unprovenLocks(path: files.lock)
        }
        lock = Mutex(held)
        self.id = id
        self.files = files
    }

    /// - Parameter isOurs: Whether the name is this worker's already: then a file that has it is replaced.
    private static func makeLockedFile(
        _ path: String, content: String, isOurs: Bool = false
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
            // The first name is never taken from another file.
            if isLocked, unsafe (isOurs ? rename(draft, path) : link(draft, path)) == 0 {
                CrashPoint.reach(.workerNamed)
                return file
            }
            let wasSwept = isLocked && errno == ENOENT
            guard wasSwept else { throw .cannotOpen(path: path, detail: SystemError.latest) }
        }
    }

    /// The kernel takes no live process for dead.
    var isOver: Bool { false }

    /// Notes the time, and creates the file again, under the same name, if it was removed or replaced.
    ///
    /// Throws ``JobQueueError/replaced(path:)`` if the home was: nothing is made where it has been.
    func uphold() throws(JobQueueError) {
        let isNamed = lock.withLock { held in
            held.file.noteTime()
            return held.file.isNamed(files.lock)
        }
        guard !isNamed else { return }
        if byte?.isIn(queueLock) == false { throw .replaced(path: queueLock) }
        // The folder may have gone, too.
        unsafe mkdir(files.lock.parentFolder, 0o700)
        let held = HeldFile(
            try Self.makeLockedFile(files.lock, content: content, isOurs: true))
        lock.withLock { $0 = held }
    }

    /// A file that is open, and so locked, as long as this exists.
    private final class HeldFile: Sendable {
        let file: LockFile

        init(_ file: consuming LockFile) { self.file = file }
    }

    deinit {
        retire()
    }

    /// Declares a normal exit: the worker claims nothing more, and jobs that it still holds may be taken back.
    ///
    /// Not left to `deinit`: a finished task can keep this object alive until the process is gone.
    func retire() {
        // Before the locks are released, so that a new file cannot be mistaken for this one.
        files.remove()
        byte?.release()
    }

    /// Not synced, since a crash makes it worthless.
    func publish(text: String) throws(JobQueueError) {
        let path = files.progress
        let draft = WorkerFiles.draft(of: path)
        // Not with Foundation: its temporary file would have a name that no sweep knows.
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .disk(path: draft, detail: SystemError.latest) }
        defer { close(descriptor) }
        let bytes = Data(text.utf8)
        let count = unsafe bytes.withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        guard count == bytes.count, unsafe rename(draft, path) == 0 else {
            throw .disk(path: path, detail: SystemError.latest)
        }
    }
}
