import CrashPoints
import Foundation

/// A move of a queue from a file to a server; from its beginning, no other process uses the file.
///
/// If the process ends before ``JobStore/take(_:)``, the queue in the file counts as before. If it ends later, the queue
/// stays closed until another move to the same server has run to its end.
public final class QueueMove: Sendable {
    /// The queue in the file, for the moving process alone.
    public let file: JobStore
    private let folder: String
    private let held: HeldMove

    /// Begins to move the queue of a folder.
    ///
    /// Throws ``JobQueueError/beingMoved(path:place:)`` if another process moves it, and
    /// ``JobQueueError/moveInterrupted(path:place:)`` if an earlier move to another server was cut short.
    public init(from folder: String, to server: JobStore) throws(JobQueueError) {
        guard let place = server.server?.name else { throw .unsupportedOnServer }
        self.folder = folder
        let held = try HeldMove(of: folder, to: place)
        self.held = held
        CrashPoint.reach(.moveMarked)
        do {
            let file = try JobStore(folder: folder, schema: .current, isMoving: true)
            do {
                try file.files().checkContent()
            } catch {
                try? file.close()
                throw error
            }
            self.file = file
        } catch {
            held.abandon()
            throw JobQueueError(error, path: folder)
        }
    }

    /// Notes that the server may have the queue from now on.
    func noteCommit() throws(JobQueueError) {
        try held.mark(.committing)
        CrashPoint.reach(.moveCommitting)
    }

    /// Ends a move that failed; the queue in the file counts again, unless the server may have it.
    public func abandon(after error: any Error) {
        try? file.close()
        if case JobQueueError.outcomeUnknown = error { return }
        held.abandon()
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
