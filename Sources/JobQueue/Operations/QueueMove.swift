import CrashPoints
import Foundation
import Ground

/// A move of a queue from a file to a server; from its beginning, no other process uses the file.
///
/// If the process ends before ``JobStore/take(_:)``, the queue in the file counts as before. If it ends later, the queue
/// stays closed until another move to the same server has run to its end.
public final class QueueMove: Sendable {
    /// The queue in the file, for the moving process alone.
    public let file: JobStore
    private let folder: String
    private let lock: LockFile
    private let place: String
    /// Whether an earlier move may have reached the server.
    private let isResumed: Bool

    /// Begins to move the queue of a folder.
    ///
    /// Throws ``JobQueueError/beingMoved(path:place:)`` if another process moves it, and
    /// ``JobQueueError/moveInterrupted(path:place:)`` if an earlier move to another server was cut short.
    public init(from folder: String, to server: JobStore) throws(JobQueueError) {
        guard let place = server.server?.name else { throw .unsupportedOnServer }
        guard let lock = LockFile(MoveMark.lock(in: folder)) else {
            throw .disk(path: MoveMark.lock(in: folder), detail: SystemError.latest)
        }
        guard Self.take(lock) else { throw .beingMoved(path: folder, place: place) }
        let found = try MoveMark.read(in: folder)
        let isResumed = found?.phase == .committing
        if isResumed, let found, found.place != place {
            throw .moveInterrupted(path: folder, place: found.place)
        }
        let mark = MoveMark(place: place, phase: isResumed ? .committing : .copying)
        self.folder = folder
        self.place = place
        self.lock = lock
        self.isResumed = isResumed
        do {
            let writes = try WriteLock(path: "\(folder)/queue.lock") { _ in }
            // What others have begun to write is written before; what they begin later is turned away.
            try writes.withLock { try mark.write(in: folder) }
            CrashPoint.reach(.moveMarked)
            let file = try JobStore(folder: folder, schema: .current, isMoving: true)
            do {
                try file.files().checkContent()
            } catch {
                try? file.close()
                throw error
            }
            self.file = file
        } catch {
            if !isResumed { try? MoveMark.remove(in: folder) }
            throw JobQueueError(error, path: folder)
        }
    }

    /// Takes the lock; a process that only looks holds it for a moment.
    private static func take(_ lock: borrowing LockFile) -> Bool {
        var patience = Patience(first: .milliseconds(50), for: .seconds(3), .ofMachine)
        repeat { if lock.takeIfFree() { return true } } while patience.wait()
        return false
    }

    /// Notes that the server may have the queue from now on.
    func noteCommit() throws(JobQueueError) {
        try MoveMark(place: place, phase: .committing).write(in: folder)
        CrashPoint.reach(.moveCommitting)
    }

    /// Ends a move that failed; the queue in the file counts again, unless the server may have it.
    public func abandon(after error: any Error) {
        try? file.close()
        if case JobQueueError.outcomeUnknown = error { return }
        if !isResumed { try? MoveMark.remove(in: folder) }
    }

    /// Ends a move that has succeeded: gives the queue's file, with its log, another name.
    public func finish(renamingTo aside: String) throws(JobQueueError) {
        _ = try file.files().alone { queue in try queue.discardOldRows(of: []) }
        try file.close()
        try SQLiteEngine.moveAway(folder: folder, to: aside)
        CrashPoint.reach(.moveRenamed)
        try SQLiteEngine.sync(folder)
    }
}
