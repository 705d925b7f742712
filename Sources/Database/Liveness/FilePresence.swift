package import Foundation
import Glibc
import Ground

/// Shows which workers live by locks on files in a folder; see ``WorkerLock``.
package struct FilePresence: WorkerPresence {
    /// The kernel frees a lock when its process ends.
    package let isCertain = true
    private let folder: String
    private let format: Int

    /// Names the folder, which must exist.
    ///
    /// - Parameter format: The newest format of a queue that the program knows.
    package init(folder: String, format: Int) {
        self.folder = folder
        self.format = format
    }

    package func begin(_ id: WorkerID) throws(JobQueueError) -> any ProofOfLife {
        try WorkerLock(
            id: id, files: WorkerFiles(of: id, in: folder), queueLock: queueLock, format: format)
    }

    /// Takes a lock beside the folder, or returns `nil` if it is taken.
    package func take(_ right: QueueRight) throws(JobQueueError) -> (any HeldRight)? {
        try FileRight(right, in: home)
    }

    private var home: String { folder.parentFolder }
    private var queueLock: String { "\(home)/queue.lock" }

    package func lives(of ids: [WorkerID]) -> [WorkerID: WorkerLife] {
        Dictionary(ids.map { ($0, life(of: $0)) }) { first, _ in first }
    }

    private func life(of id: WorkerID) -> WorkerLife {
        let life = Self.life(of: WorkerFiles(of: id, in: folder).lock)
        guard life != .alive else { return life }
        // A file that is missing, or is another one, proves nothing. A worker that ends releases its byte last.
        return HeldByte.isHeld(by: id, in: queueLock) ? .alive : life
    }

    private static func life(of path: String) -> WorkerLife {
        guard let file = LockFile(path, .existing) else {
            return errno == ENOENT ? .ended : .alive
        }
        // Shared, so that two processes that check at once do not take each other for the worker.
        guard file.takeIfFree(shared: true) else { return .alive }
        // A worker that exits removes its file before it releases the lock.
        return file.isNamed(path) ? .killed : .ended
    }

    /// Tries all locks, also those of workers whose files were removed.
    package func living() throws(JobQueueError) -> [WorkerID] {
        Set(try workers(.alive) + HeldByte.holders(in: queueLock))
            .sorted { $0.rawValue < $1.rawValue }
    }

    package func killed() throws(JobQueueError) -> [WorkerID] { try workers(.killed) }

    private func workers(_ life: WorkerLife) throws(JobQueueError) -> [WorkerID] {
        try names().compactMap(WorkerFiles.worker)
            .filter { self.life(of: $0) == life }
            .sorted { $0.rawValue < $1.rawValue }
    }

    package func published(by ids: Set<WorkerID>) -> [WorkerID: String] {
        var texts: [WorkerID: String] = [:]
        for id in ids {
            texts[id] = Descriptor.smallFile(WorkerFiles(of: id, in: folder).progress)
                .flatMap { String(validating: $0, as: UTF8.self) }
        }
        return texts
    }

    package func format(of id: WorkerID) -> Int? {
        let path = WorkerFiles(of: id, in: folder).lock
        guard let text = Descriptor.smallFile(path) else { return nil }
        return Int(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines))
    }

    /// The time of its lock file, which the worker sets at each look.
    package func latestLook(of id: WorkerID) -> Date? {
        let path = WorkerFiles(of: id, in: folder).lock
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date
    }

    /// Removes locks, and files that never became one.
    package func sweep(killed: [WorkerID]) throws(JobQueueError) {
        for id in killed { WorkerFiles(of: id, in: folder).remove() }
        for path in try names().filter(WorkerFiles.isUnnamedLock).map({ "\(folder)/\($0)" })
        where Self.life(of: path) == .killed {
            unsafe unlink(path)
        }
    }

    /// The names in the folder; none if it does not exist, but one that cannot be read is an error.
    private func names() throws(JobQueueError) -> [String] {
        if unsafe access(folder, F_OK) != 0, errno == ENOENT { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .disk(path: folder, detail: (error as NSError).localizedDescription)
        }
    }
}
