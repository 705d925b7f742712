import Ground

/// A right that a lock on a file stands for; the kernel frees it when the process ends.
final class FileRight: HeldRight {
    private let file: LockFile
    private let path: String

    /// Another process can take the right once the file was removed or replaced.
    var isHeld: Bool { file.isNamed(path) }

    /// Takes the lock; `nil` if another process has it.
    init?(_ right: QueueRight, in home: String) throws(JobQueueError) {
        let path = "\(home)/\(right.fileName)"
        guard let file = LockFile(path) else {
            throw .disk(path: path, detail: SystemError.latest)
        }
        guard file.takeIfFree() else { return nil }
        guard file.isProven(at: path) else { throw .unprovenLocks(path: path) }
        self.file = file
        self.path = path
    }
}

extension QueueRight {
    fileprivate var fileName: String {
        switch self {
        case .drain: "drain.lock"
        case .courier: "courier.lock"
        }
    }
}
