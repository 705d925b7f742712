import Ground

/// The lock of the byte of the queue's lock file that stands for one worker.
struct HeldByte: ~Copyable {
    private let file: LockFile
    private let offset: Int64

    /// Takes the lock; `nil` if the queue has no lock file.
    init?(of id: WorkerID, in queueLock: String) throws(JobQueueError) {
        guard let file = LockFile(queueLock, .existing) else { return nil }
        offset = id.lockByte
        guard file.takeByte(offset) else {
            throw .cannotOpen(path: queueLock, detail: SystemError.latest)
        }
        // A second opening must see the lock.
        guard Self.isHeld(offset, in: queueLock) else { throw .unprovenLocks(path: queueLock) }
        self.file = file
    }

    /// Whether a path still leads to the file that has the byte.
    func isIn(_ queueLock: String) -> Bool { file.isNamed(queueLock) }

    /// Releases the lock before the process ends.
    func release() { file.releaseByte(offset) }

    /// Whether a live process holds the lock of a worker's byte.
    static func isHeld(by id: WorkerID, in queueLock: String) -> Bool {
        isHeld(id.lockByte, in: queueLock)
    }

    private static func isHeld(_ offset: Int64, in queueLock: String) -> Bool {
        LockFile(queueLock, .existing)?.heldBytes(in: offset..<offset + 1)?.isEmpty == false
    }

    /// The workers that hold the locks of their bytes.
    static func holders(in queueLock: String) -> [WorkerID] {
        let held = LockFile(queueLock, .existing)?.heldBytes(in: WorkerID.lockBytes) ?? []
        return held.compactMap(WorkerID.init(lockByte:))
    }
}

extension WorkerID {
    /// The bytes of fresh names, far behind any byte that the file has.
    fileprivate static let lockBytes: Range<Int64> = 1 << 52..<1 << 53

    /// The byte that stands for the worker: another one for each fresh name.
    fileprivate var lockByte: Int64 {
        let number = rawValue.count == RandomName.length ? Base32.number(rawValue) : nil
        // Other names are not drawn, and not counted: a hash (FNV-1a) keeps them apart.
        guard let number else {
            let hash = rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            return 1 << 53 + Int64(hash >> 14)
        }
        return Self.lockBytes.lowerBound + number
    }

    /// The worker for whose fresh name a byte stands.
    fileprivate init?(lockByte: Int64) {
        guard Self.lockBytes.contains(lockByte) else { return nil }
        self.init(
            Base32.text(lockByte - Self.lockBytes.lowerBound, length: RandomName.length))
    }
}
