import Foundation
import Glibc
import Ground
import JobQueue
import Setup

/// Words for the errors of the queue.
extension UserMessage {
    init(queue error: JobQueueError) {
        switch error {
        case .cannotOpen(let path, let detail):
            self.init("cannot_open", "The queue cannot be opened: \(path): \(detail)", .disk)
        case .notAQueue(let path):
            self.init(
                "not_a_queue",
                "This is not a queue of headshot: \(path)", hint: "Use another --home.",
                .configuration)
        case .newerVersion(let path, let found, let known):
            let copy = SQLiteEngine.copy(of: path, before: found)
            let isKept = FileManager.default.fileExists(atPath: copy)
            let back = isKept ? " Or go back: 'headshot restore \(copy)'." : ""
            self.init(
                "newer_version",
                "The queue was written by a newer headshot (format \(found), known \(known)): \(path)",
                hint: "Upgrade this program.\(back)", .configuration)
        case .wrongOwner(let path, let owner): self.init(of: owner, path)
        case .networkFileSystem(let path, let kind):
            self.init(
                "network_file_system",
                "The queue cannot lie on a network file system (\(kind)): \(path)",
                hint: "Set HEADSHOT_HOME to a folder on a local disk.", .configuration)
        case .unprovenLocks(let path):
            self.init(
                "network_file_system",
                """
                The queue cannot lie on this file system, a network file system or FUSE: two processes \
                got the same lock: \(path)
                """,
                hint: "Set HEADSHOT_HOME to a folder on a local disk.", .configuration)
        case .replaced(let path):
            self.init(
                "queue_replaced",
                "The queue was replaced or removed while this process had it open: \(path)",
                hint: """
                    Nothing more was written. Start this again for the queue that is there now. To replace a \
                    queue, use 'headshot restore', or stop all processes first.
                    """, .disk)
        case .busy(let path, let holder):
            self.init(
                "busy",
                "\(holder ?? "Another process") holds the queue: \(path)",
                hint: "Is that process stopped or being debugged? Try again.", .tryLater)
        case .disk(let path, let detail):
            self.init(
                "disk",
                "The disk failed: \(path): \(detail)",
                hint: "Is it full, or read-only? Nothing is lost; go on once it works again.", .disk
            )
        case .noRoom(let path, let needed, let free):
            let (needed, free) = (needed / 1_000_000 + 1, free / 1_000_000)
            self.init(
                "no_room",
                """
                The queue has to be upgraded, and a copy of it kept: this needs \(needed) MB, \
                \(free) MB are free: \(path)
                """,
                hint: "Nothing was changed. Make room, and run this again.", .disk)
        case .corrupt(let path, let detail):
            self.init(
                "corrupt",
                "The queue is damaged: \(path): \(detail)",
                hint: "Stop all workers and restore a backup.", .disk)
        case .journalAhead:
            self.init(
                "journal_ahead", "The payments journal has payments that the queue does not know.",
                hint: "Start this again: an opened queue learns them.", .disk)
        case .damagedJournal(let path, let line):
            self.init(
                "damaged_journal",
                "Line \(line) of the payments journal is damaged: \(path)",
                hint:
                    "Put the file back from a backup, or remove this line ('sed -i \(line)d'): the job that it "
                    + "was about may have been charged.", .disk)
        case .unreachable(let place, let detail):
            self.init(
                "queue_unreachable",
                "The queue at \(place) does not answer: \(detail)",
                hint: "Nothing was queued or changed. Try again once it is back.", .tryLater)
        case .readOnly(let place, let detail):
            self.init(
                "queue_read_only", "The queue at \(place) only reads at present: \(detail)",
                hint:
                    "Nothing was queued or changed. Look at the server: is its disk full, or is it a standby? "
                    + "Try again once it takes writes.", .tryLater)
        case .connectionRefused(let place, let detail):
            self.init(
                "queue_denied", "The queue at \(place) cannot be used: \(detail)",
                hint: "Nothing was queued or changed. Look at the user, the database, the password "
                    + "and the certificate: docs/several-machines.md.", .configuration)
        case .transactionPooler(let place):
            self.init(
                "pooler",
                """
                HEADSHOT_QUEUE leads to a pooler in transaction mode or statement mode; headshot needs \
                PostgreSQL itself (or session mode): \(place)
                """, .configuration)
        case .outcomeUnknown(let place):
            self.init(
                "outcome_unknown",
                """
                The queue at \(place) went away while something was written: it is not known whether \
                it was.
                """,
                hint: "'headshot list' shows it, once the server is back.", .tryLater)
        case .notReconciled(let place):
            self.init(
                "not_reconciled",
                """
                The queue's server was restored or replaced, and the queue has not yet learned what \
                was paid: \(place)
                """,
                hint: "Start 'headshot worker', which looks into the store.", .tryLater)
        case .noTables(let place):
            self.init(
                "no_tables", "There is no queue in this database yet: \(place)",
                hint: "Make one, as the owner of the schema: 'headshot queue migrate'.",
                .configuration)
        case .olderTables(let place, let found, let known):
            self.init(
                "older_tables",
                "The queue was written by an older headshot (format \(found), known \(known)): \(place)",
                hint: "Upgrade it, as the owner of the schema: 'headshot queue migrate'.",
                .configuration)
        case .otherStore(let place, let agreed, let named):
            self.init(
                "other_store",
                "The files of the queue at \(place) lie in \(agreed); the settings say \(named).",
                hint: FolderName.isFolder(agreed)
                    ? """
                    Use the folder in which the queue's files are. If this is that folder under another host name, \
                    write '\(agreed)' into its file 'folder-name'.
                    """ : "Set HEADSHOT_STORE to the store that all machines of the queue use.",
                .configuration)
        case .noLimits:
            self.init(
                "no_limits", "The queue has no limits yet.",
                hint: "Start a worker, or set them: 'headshot queue limits --daily-cap 10'.",
                .configuration)
        case .unknownTimeZone(let name):
            self.init(
                "unknown_time_zone",
                "The queue's days begin in the time zone \(name), which this machine does not know.",
                hint: "Install the time zone data: the package tzdata on most systems.",
                .configuration)
        case .permissionDenied(let place, let detail):
            self.init(
                "forbidden", "The queue's server refused this to its user: \(place): \(detail)",
                hint: "Give the user the rights that docs/several-machines.md names.",
                .configuration)
        case .limitReached(let limit):
            self.init(
                "limit", "The space's limit '\(limit.name.rawValue)' of \(limit.most) is reached.",
                hint: "'headshot space set NAME --limit \(limit.name.rawValue)=NUMBER' changes it.",
                .tryLater)
        case .notEmpty:
            self.init(
                "not_empty", "The queue on the server has jobs already, so nothing was moved.",
                hint: "Use another database or schema; a queue cannot be moved into another one.",
                .usage)
        case .beingMoved(let path, let place):
            self.init(
                "being_moved", "The queue of \(path) is being moved to \(place).",
                hint: "Set HEADSHOT_QUEUE to that server and try again after the move.", .tryLater)
        case .moveInterrupted(let path, let place):
            self.init(
                "move_interrupted",
                "The move of the queue of \(path) to \(place) was cut short.",
                hint:
                    "Complete it: run 'headshot queue move' again, with HEADSHOT_QUEUE set to that server.",
                .configuration)
        case .wasMoved(let path, let place):
            self.init(
                "was_moved", "The queue of \(path) was moved to \(place).",
                hint:
                    "Set HEADSHOT_QUEUE to that server. To begin a new queue in this home, remove "
                    + "queue-move.json from it.", .configuration)
        case .unsupportedOnServer:
            self.init(
                "of_files_only",
                "The queue is on a server, which is backed up and restored by PostgreSQL's own tools.",
                hint: "docs/several-machines.md says how, and what headshot does afterwards.",
                .usage)
        case .refused(let detail):
            self.init("refused", "The queue refused: \(detail)", .internalError)
        }
    }
}

extension UserMessage {
    /// The message for a home or a queue of another user.
    private init(of owner: UInt32, _ path: String) {
        let isFile = path.hasSuffix("/queue.sqlite")
        let folder = isFile ? path.parentFolder : path
        let name = Self.name(of: owner)
        // A number, which no shell takes for a comment.
        let user = name ?? "\\#\(owner)"
        let ours = Self.owner(of: folder) == geteuid()
        let chown = "sudo chown -R \(Self.name(of: geteuid()) ?? "\(geteuid())") \(folder)"
        let hint =
            switch (geteuid(), ours) {
            // Another user's file in one's own folder, as a command of root's left it.
            case (_, true): "Give the folder's files back to their user: '\(chown)'."
            case (0, _): "Run headshot as that user: 'sudo -u \(user) headshot …'."
            case _ where owner == 0:
                "Give the folder to the user who runs headshot ('\(chown)'), or use another --home."
            default:
                "Run headshot as that user ('sudo -u \(user) headshot …'), or use another --home."
            }
        self.init(
            "not_ours",
            """
            The \(isFile ? "queue" : "folder") belongs to another user \
            (\(name.map { "\($0), " } ?? "")id \(owner)): \(path)
            """,
            hint: hint, .configuration)
    }

    private static func owner(of path: String) -> UInt32? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_uid : nil
    }

    private static func name(of user: UInt32) -> String? {
        guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else {
            return nil
        }
        return unsafe String(cString: name)
    }
}
