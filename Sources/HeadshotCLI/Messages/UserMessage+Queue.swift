import Answers
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
            self.init(.disk, "cannot_open", "The queue cannot be opened: \(path): \(detail)")
        case .notAQueue(let path):
            self.init(
                .configuration, "not_a_queue", "This is not a queue of headshot: \(path)",
                "Use another --home.")
        case .newerVersion(let path, let found, let known):
            let copy = SQLiteEngine.copy(of: path, before: found)
            let isKept = FileManager.default.fileExists(atPath: copy)
            let back = isKept ? " Or go back: 'headshot restore \(copy)'." : ""
            self.init(
                .configuration, "newer_version",
                "The queue was written by a newer headshot (format \(found), known \(known)): \(path)",
                "Upgrade this program.\(back)")
        case .unreleasedFormat(let path, let found, let oldest):
            self.init(
                .configuration, "unreleased_format",
                """
                The queue was written by a headshot from before the first release (format \(found), the oldest known is \
                \(oldest)): \(path)
                """,
                "Use another --home, or have a headshot from just before the first release open it once."
            )
        case .wrongOwner(let path, let owner): self.init(of: owner, path)
        case .networkFileSystem(let path, let kind):
            self.init(
                .configuration, "network_file_system",
                "The queue cannot lie on a network file system (\(kind)): \(path)",
                "Set HEADSHOT_HOME to a folder on a local disk.")
        case .unprovenLocks(let path):
            self.init(
                .configuration, "network_file_system",
                """
                The queue cannot lie on this file system, a network file system or FUSE: two processes \
                got the same lock: \(path)
                """, "Set HEADSHOT_HOME to a folder on a local disk.")
        case .replaced(let path):
            self.init(
                .disk, "queue_replaced",
                "The queue was replaced or removed while this process had it open: \(path)",
                """
                Nothing more was written. Start this again for the queue that is there now. To replace a \
                queue, use 'headshot restore', or stop all processes first.
                """)
        case .busy(let path, let holder):
            self.init(
                .tryLater, "busy", "\(holder ?? "Another process") holds the queue: \(path)",
                "Is that process stopped or being debugged? Try again.")
        case .disk(let path, let detail):
            self.init(
                .disk, "disk", "The disk failed: \(path): \(detail)", Self.diskAdvice(of: path))
        case .noRoom(let path, let needed, let free):
            let (needed, free) = (needed / 1_000_000 + 1, free / 1_000_000)
            self.init(
                .disk, "no_room",
                """
                The queue has to be upgraded, and a copy of it kept: this needs \(needed) MB, \
                \(free) MB are free: \(path)
                """, "Nothing was changed. Make room, and run this again.")
        case .corrupt(let path, let detail):
            self.init(
                .disk, "corrupt", "The queue is damaged: \(path): \(detail)",
                "Stop all workers and restore a backup.")
        case .journalAhead:
            self.init(
                .disk, "journal_ahead",
                "The payments journal has payments that the queue does not know.",
                "Start this again: an opened queue learns them.")
        case .damagedJournal(let path, let line):
            self.init(
                .disk, "damaged_journal",
                "Line \(line) of the payments journal is damaged: \(path)",
                "Put the file back from a backup, or remove this line ('sed -i \(line)d'): the job that it "
                    + "was about may have been charged.")
        case .unreachable(let place, let detail):
            self.init(
                .tryLater, "queue_unreachable", "The queue at \(place) does not answer: \(detail)",
                "Nothing was queued or changed. Try again once it is back.")
        case .readOnly(let place, let detail):
            self.init(
                .tryLater, "queue_read_only",
                "The queue at \(place) only reads at present: \(detail)",
                "Nothing was queued or changed. Look at the server: is its disk full, or is it a standby? "
                    + "Try again once it takes writes.")
        case .connectionRefused(let place, let detail):
            self.init(
                .configuration, "queue_denied", "The queue at \(place) cannot be used: \(detail)",
                "Nothing was queued or changed. Look at the user, the database, the password "
                    + "and the certificate: docs/several-machines.md.")
        case .transactionPooler(let place):
            self.init(
                .configuration, "pooler",
                """
                HEADSHOT_QUEUE leads to a pooler in transaction mode or statement mode; headshot needs \
                PostgreSQL itself (or session mode): \(place)
                """)
        case .outcomeUnknown(let place):
            self.init(
                .tryLater, "outcome_unknown",
                """
                The queue at \(place) went away while something was written: it is not known whether \
                it was.
                """, "'headshot list' shows it, once the server is back.")
        case .notReconciled(let place):
            self.init(
                .tryLater, "not_reconciled",
                """
                The queue's server was restored or replaced, and the queue has not yet learned what \
                was paid: \(place)
                """, "Start 'headshot worker', which looks into the store.")
        case .noTables(let place):
            self.init(
                .configuration, "no_tables", "There is no queue in this database yet: \(place)",
                "Make one, as the owner of the schema: 'headshot queue migrate'.")
        case .olderTables(let place, let found, let known):
            self.init(
                .configuration, "older_tables",
                "The queue was written by an older headshot (format \(found), known \(known)): \(place)",
                "Upgrade it, as the owner of the schema: 'headshot queue migrate'.")
        case .otherStore(let place, let agreed, let named):
            self.init(
                .configuration, "other_store",
                "The files of the queue at \(place) lie in \(agreed); the settings say \(named).",
                FolderName.isFolder(agreed)
                    ? """
                    Use the folder in which the queue's files are. If this is that folder under another host name, \
                    write '\(agreed)' into its file 'folder-name'.
                    """ : "Set HEADSHOT_STORE to the store that all machines of the queue use.")
        case .noLimits:
            self.init(
                .configuration, "no_limits", "The queue has no limits yet.",
                "Start a worker, or set them: 'headshot queue limits --daily-cap 10'.")
        case .unknownTimeZone(let name):
            self.init(
                .configuration, "unknown_time_zone",
                "The queue's days begin in the time zone \(name), which this machine does not know.",
                "Install the time zone data: the package tzdata on most systems.")
        case .permissionDenied(let place, let detail):
            self.init(
                .configuration, "forbidden",
                "The queue's server refused this to its user: \(place): \(detail)",
                "Give the user the rights that docs/several-machines.md names.")
        case .limitReached(let limit):
            self.init(
                .tryLater, "limit",
                "The space's limit '\(limit.name.rawValue)' of \(limit.most) is reached.",
                "'headshot space set NAME --limit \(limit.name.rawValue)=NUMBER' changes it.")
        case .payLimitReached(let most):
            self.init(
                .tryLater, "pay_limit",
                "The headshots of this person may cost at most \(MoneyWords.dollars(most)) in all.",
                "'headshot invite list' shows the person; 'headshot invite revoke' and then 'add' give a new sum."
            )
        case .notEmpty:
            self.init(
                .usage, "not_empty",
                "The queue on the server has jobs already, so nothing was moved.",
                "Use another database or schema; a queue cannot be moved into another one.")
        case .beingMoved(let path, let place):
            self.init(
                .tryLater, "being_moved", "The queue of \(path) is being moved to \(place).",
                "Set HEADSHOT_QUEUE to that server and try again after the move.")
        case .moveInterrupted(let path, let place):
            self.init(
                .configuration, "move_interrupted",
                "The move of the queue of \(path) to \(place) was cut short.",
                "Complete it: run 'headshot queue move' again, with HEADSHOT_QUEUE set to that server."
            )
        case .wasMoved(let path, let place):
            self.init(
                .configuration, "was_moved", "The queue of \(path) was moved to \(place).",
                "Set HEADSHOT_QUEUE to that server. To begin a new queue in this home, remove "
                    + "queue-move.json from it.")
        case .unsupportedOnServer:
            self.init(
                .usage, "of_files_only",
                "The queue is on a server, which is backed up and restored by PostgreSQL's own tools.",
                "docs/several-machines.md says how, and what headshot does afterwards.")
        case .refused(let detail):
            self.init(.internalError, "refused", "The queue refused: \(detail)")
        }
    }
}

extension UserMessage {
    private init(of owner: UInt32, _ path: String) {
        let isFile = path.hasSuffix("/queue.sqlite")
        let folder = isFile ? path.parentFolder : path
        let name = Self.name(of: owner)
        // A number, which no shell takes for a comment.
        let user = name ?? "\\#\(owner)"
        let ours = FileStatus(folder)?.owner == geteuid()
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
            .configuration, "not_ours",
            """
            The \(isFile ? "queue" : "folder") belongs to another user \
            (\(name.map { "\($0), " } ?? "")id \(owner)): \(path)
            """, hint)
    }

    private static func name(of user: UInt32) -> String? {
        guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else {
            return nil
        }
        return unsafe String(cString: name)
    }
}
