/// Why an operation of the queue failed.
public enum JobQueueError: Error, Sendable, Equatable {
    /// The file cannot be opened or made.
    case cannotOpen(path: String, detail: String)
    /// The file is not a queue of this program.
    case notAQueue(path: String)
    /// The file was written by a newer version of this program.
    case newerVersion(path: String, found: Int, known: Int)
    /// The queue was written by a program from before the first release, in a format that this one does not read.
    case unreleasedFormat(path: String, found: Int, oldest: Int)
    /// The file belongs to another user, with the id `owner`.
    case wrongOwner(path: String, owner: UInt32)
    /// SQLite's locks cannot be trusted on a network file system.
    case networkFileSystem(path: String, kind: String)
    /// The file system lets two processes have one lock.
    case unprovenLocks(path: String)
    /// The file, which this process has open, was replaced or removed.
    case replaced(path: String)
    /// Another process holds the queue's lock, or held it for too long: `holder`, as far as the kernel shows it.
    case busy(path: String, holder: String? = nil)
    /// The disk is full or broken, or the folder cannot be written.
    case disk(path: String, detail: String)
    /// There is no room to keep a copy of the queue before it is migrated; in bytes.
    case noRoom(path: String, needed: Int, free: Int)
    /// The file's content contradicts itself.
    case corrupt(path: String, detail: String)
    /// The payments journal has payments that the queue has not learned; an open queue learns them, and tries again.
    case journalAhead
    /// A line of the payments journal cannot be read, so it is unknown what was paid; lines count from 1.
    case damagedJournal(path: String, line: Int)
    /// The server of the queue does not answer.
    case unreachable(place: String, detail: String)
    /// The server of the queue takes no writes at present.
    case readOnly(place: String, detail: String)
    /// The server refuses the connection, or is not the one that the settings name.
    case connectionRefused(place: String, detail: String)
    /// A pooler is in between that gives each transaction another session.
    case transactionPooler(place: String)
    /// The connection broke while something was committed, and did not come back: it is there, or not.
    case outcomeUnknown(place: String)
    /// The server was restored or replaced; until the queue has learned what was paid, no worker claims a job.
    case notReconciled(place: String)
    /// The database has no tables of a queue.
    case noTables(place: String)
    /// The tables are of an older format, and only a separate command migrates them.
    case olderTables(place: String, found: Int, known: Int)
    /// The programs of the queue keep their files in another store than the one that was named.
    case otherStore(place: String, agreed: String, named: String)
    /// No process has stored the limits of the queue yet.
    case noLimits
    /// This machine does not know the time zone in which the queue's days begin.
    case unknownTimeZone(String)
    /// The queue to fill has jobs or charges already.
    case notEmpty
    /// The role may not do that.
    case permissionDenied(place: String, detail: String)
    /// Another process is moving the queue of a home to a server.
    case beingMoved(path: String, place: String)
    /// A move to a server was cut short when the server may have had the queue already.
    case moveInterrupted(path: String, place: String)
    /// The queue of a home was moved to a server.
    case wasMoved(path: String, place: String)
    /// It is done with a queue that is a file; the server has its own tools for it.
    case unsupportedOnServer
    /// A limit of what is free was reached; nothing was written.
    case limitReached(LimitReached)
    /// The headshots of a person may cost no more than this in all, in millionths of a US dollar; nothing was written.
    case payLimitReached(most: Int)
    /// The queue refused, for a reason that only a bug in this program explains.
    case refused(detail: String)
}
