extension JobStore {
    /// Throws ``JobQueueError/wrongOwner(path:owner:)`` if a home, or the queue in it, belongs to another user.
    ///
    /// Call this before anything is created in the home: root could, but would leave files that the owner's processes cannot
    /// write.
    public static func checkOwner(of home: String) throws(JobQueueError) {
        try SQLiteEngine.checkOwner(of: home)
    }

    /// Throws ``JobQueueError/unprovenLocks(path:)`` if the file system of a folder lets two openings have one lock.
    public static func proveLocks(in folder: String) throws(JobQueueError) {
        try FilePresence.proveLocks(in: folder)
    }

    /// Throws if the queue of a home is being moved to a server, or was: ``JobQueueError/wasMoved(path:place:)``,
    /// ``JobQueueError/beingMoved(path:place:)`` or ``JobQueueError/moveInterrupted(path:place:)``.
    public static func checkMove(of home: String) throws(JobQueueError) {
        try MoveMark.turnAway(in: home)
    }

    /// How the names of copies begin that were kept of queues before they were migrated; the new format follows.
    public static var copyPrefix: String { SQLiteEngine.copyPrefix }

    /// Where a copy of a queue lies that was kept before it was migrated to a format.
    public static func copy(of path: String, before format: Int) -> String {
        SQLiteEngine.copy(of: path, before: format)
    }
}

extension FilePresence {
    /// Names the folder, which must exist.
    public init(folder: String) {
        self.init(folder: folder, format: Schema.current.format)
    }
}
