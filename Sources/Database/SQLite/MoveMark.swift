import Foundation
import Glibc
import Ground

/// The mark in a home whose queue is being moved to a server, or was moved: it turns every other process away.
package struct MoveMark: Codable, Equatable, Sendable {
    /// How far the move has come.
    package enum Phase: String, Codable, Sendable {
        /// The server has nothing yet; once the moving process has ended, the queue of the home counts as before.
        case copying
        /// The server may have the queue; that of the home stays closed until a move has run to its end.
        case committing
    }

    /// The server and the database, as errors name them.
    package let place: String
    package let phase: Phase

    package init(place: String, phase: Phase) {
        self.place = place
        self.phase = phase
    }

    /// The file of a home's mark.
    package static func path(in folder: String) -> String { "\(folder)/queue-move.json" }

    /// The file that the moving process has locked.
    package static func lock(in folder: String) -> String { "\(folder)/queue-move.lock" }

    /// The mark of a home; `nil` if its queue was never moved.
    package static func read(in folder: String) throws(JobQueueError) -> MoveMark? {
        let path = path(in: folder)
        guard unsafe access(path, F_OK) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw .disk(path: path, detail: SystemError.latest)
            }
            return nil
        }
        guard let bytes = Descriptor.smallFile(path) else {
            throw .disk(path: path, detail: "it cannot be read")
        }
        // A damaged mark still says that there was a move.
        return (try? JSONDecoder().decode(MoveMark.self, from: bytes))
            ?? MoveMark(place: "a server", phase: .committing)
    }

    /// Writes the mark; when this returns, it survives a power cut.
    package func write(in folder: String) throws(JobQueueError) {
        let path = Self.path(in: folder)
        let draft = "\(path).writing"
        do {
            try JSONEncoder().encode(self).write(to: URL(filePath: draft))
        } catch {
            throw .disk(path: draft, detail: (error as NSError).localizedDescription)
        }
        try SQLiteEngine.sync(draft)
        guard unsafe rename(draft, path) == 0 else {
            throw .disk(path: path, detail: SystemError.latest)
        }
        try SQLiteEngine.sync(folder)
    }

    /// Removes the mark.
    package static func remove(in folder: String) throws(JobQueueError) {
        let path = path(in: folder)
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw .disk(path: path, detail: SystemError.latest)
        }
        try SQLiteEngine.sync(folder)
    }

    /// Throws if the queue of a home is being moved, or was; the caller holds the queue's write lock, or only reads.
    ///
    /// The mark of a move that ended before it could reach the server is removed.
    package static func turnAway(in folder: String) throws(JobQueueError) {
        guard let mark = try read(in: folder) else { return }
        guard hasQueue(folder) else { throw .wasMoved(path: folder, place: mark.place) }
        guard let lock = LockFile(lock(in: folder)), lock.takeIfFree(shared: true) else {
            throw .beingMoved(path: folder, place: mark.place)
        }
        // Held to the end: another move that began in between would lose its mark.
        defer { lock.release() }
        // Once more: the move may have gone on before the lock was taken.
        guard let current = try read(in: folder) else { return }
        guard hasQueue(folder) else { throw .wasMoved(path: folder, place: current.place) }
        guard current.phase == .copying else {
            throw .moveInterrupted(path: folder, place: current.place)
        }
        try remove(in: folder)
    }

    private static func hasQueue(_ folder: String) -> Bool {
        unsafe access("\(folder)/queue.sqlite", F_OK) == 0
    }
}

/// The right to move the queue of a home, which one process has, and the mark that turns all others away.
package final class HeldMove: Sendable {
    private let folder: String
    private let place: String
    private let lock: LockFile
    /// Whether an earlier move may have reached the server.
    private let isResumed: Bool

    /// Takes the right, and marks the home.
    ///
    /// Throws ``JobQueueError/beingMoved(path:place:)`` if another process has it, and
    /// ``JobQueueError/moveInterrupted(path:place:)`` if an earlier move to another server was cut short.
    package init(of folder: String, to place: String) throws(JobQueueError) {
        guard let lock = LockFile(MoveMark.lock(in: folder)) else {
            throw .disk(path: MoveMark.lock(in: folder), detail: SystemError.latest)
        }
        guard Self.take(lock) else { throw .beingMoved(path: folder, place: place) }
        let found = try MoveMark.read(in: folder)
        let isResumed = found?.phase == .committing
        if isResumed, let found, found.place != place {
            throw .moveInterrupted(path: folder, place: found.place)
        }
        self.folder = folder
        self.place = place
        self.lock = lock
        self.isResumed = isResumed
        do {
            let writes = try WriteLock(path: "\(folder)/queue.lock") { _ in }
            // What others have begun to write is written before; what they begin later is turned away.
            try writes.withLock { try mark(isResumed ? .committing : .copying) }
        } catch {
            abandon()
            throw JobQueueError(error, path: folder)
        }
    }

    /// Takes the lock; a process that only looks holds it for a moment.
    private static func take(_ lock: borrowing LockFile) -> Bool {
        var patience = Patience(first: .milliseconds(50), for: .seconds(3), .ofMachine)
        repeat { if lock.takeIfFree() { return true } } while patience.wait()
        return false
    }

    /// Says in the home how far the move has come.
    package func mark(_ phase: MoveMark.Phase) throws(JobQueueError) {
        try MoveMark(place: place, phase: phase).write(in: folder)
    }

    /// Lets others use the queue again, unless the server may have it.
    package func abandon() {
        if !isResumed { try? MoveMark.remove(in: folder) }
    }
}
