public import Foundation
import Ground
public import JobQueue
import ObjectStore

/// Moves a queue from a home to a server, with its files.
public struct QueueMover: Sendable {
    private let old: HeadshotHome
    private let new: HeadshotHome

    /// Creates a mover.
    ///
    /// - Parameters:
    ///   - old: The home with the queue's file, and folders.
    ///   - new: The same folder with the store of the queue on the server; it may be those folders.
    public init(from old: HeadshotHome, to new: HeadshotHome) {
        self.old = old
        self.new = new
    }

    /// Moves everything while no worker and no server lives; may be run again after it was cut short.
    ///
    /// From its first read on, all other processes are turned away. Files are copied before rows, and stay where they were. The
    /// queue's file is renamed last, and a mark keeps others from making a new queue there.
    ///
    /// - Parameters:
    ///   - progress: Called with how many files were copied, and of how many.
    ///   - noteStore: Called when all is copied, to note in the home where its files are.
    public func move(
        into queue: JobStore, now: Date, progress: (Int, Int) -> Void,
        noteStore: @escaping @Sendable () throws -> Void
    ) async throws -> Move {
        let presence = FilePresence(folder: old.workers)
        let lock = try await DrainLock.whileIdle(presence)
        let courier = try await takeCourier(presence)
        defer { withExtendedLifetime((lock, courier)) {} }
        let move = try await BlockingFiles.run { [old] () throws(JobQueueError) in
            try QueueMove(from: old.root, to: queue)
        }
        let rows: MovedRows
        let copied: Int
        do {
            // One that began before the mark was there.
            try await checkNoWorker(presence)
            let recovery = OrphanRecovery(store: move.file, home: old)
            try await recovery.takeBack(now: now)
            try await recovery.tidy(now: now)
            copied = new.results == old.results ? 0 : try await copyFiles(progress)
            rows = try await queue.take(move)
        } catch {
            move.abandon(after: error)
            throw error
        }
        let aside = "\(old.root)/\(Self.movedName)"
        try await BlockingFiles.run {
            // In this order: as long as the queue's file is there, the move can be run again.
            try noteStore()
            try move.finish(renamingTo: aside)
        }
        return Move(rows: rows, files: copied, old: aside)
    }

    private func checkNoWorker(_ presence: FilePresence) async throws {
        let living = try await WorkerRoster(presence).living()
        guard living.isEmpty else { throw WorkerError.workersAlive(living.count) }
    }

    /// Takes the right that every running server has, or waits for.
    private func takeCourier(_ presence: FilePresence) async throws -> any HeldRight {
        let right = try await BlockingFiles.run { () throws(JobQueueError) in
            try presence.take(.courier)
        }
        guard let right else { throw WorkerError.serverAlive }
        return right
    }

    private static let movedName = "queue-moved.sqlite"

    private func copyFiles(_ progress: (Int, Int) -> Void) async throws -> Int {
        var keys: [String] = []
        for prefix in ["photos/", "spool/", "answers/", "results/"] {
            keys += try await ObjectFolder(objects: old.objects, prefix: prefix).list().map(\.key)
        }
        for (index, key) in keys.enumerated() {
            progress(index, keys.count)
            if try await new.objects.size(key) != nil { continue }
            guard let bytes = try await old.objects.read(key) else { continue }
            try await new.objects.replace(key, bytes)
        }
        try await ServeKey.copy(from: old, to: new)
        progress(keys.count, keys.count)
        return keys.count
    }
}

/// What was moved to a server.
public struct Move: Sendable, Equatable {
    /// The rows.
    public let rows: MovedRows
    /// How many files were copied to the store.
    public let files: Int
    /// Where the queue's file is now.
    public let old: String
}
