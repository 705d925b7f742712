#if CRASH_POINTS
    import Glibc
    import Synchronization
#endif

/// The steps at which something durable changes: tests kill the process at each of them and check what is left.
///
/// A build with crash points, as a debug build is and a release is not, kills itself with SIGKILL when it reaches the
/// step that `HEADSHOT_CRASH_POINT` names, such as `chargeWritten`, or `chargeWritten:3` for the third time. A release
/// neither reads the variable nor contains the names.
public enum CrashPoint: Sendable {
    // Any file that must be complete or absent.
    case draftMade, draftSynced, fileNamed

    // Submit.
    case photoKept, jobsInserted, jobsQueued, jobsPrinted

    // A photo that an app hands in.
    case uploadInserted, uploadWritten

    // A new queue.
    case queueFileMade, schemaWritten

    // A move of the queue to a server.
    case moveMarked, moveCommitting, moveCommitted, moveRenamed

    // The payments journal.
    case journalBehind, journalWritten, journalSynced

    // The payments of a queue on a server.
    case fenceRaised, fenceVoided, paymentWritten, paymentsLearned

    // A worker's own lock.
    case workerLocked, workerNamed

    // A job, up to its request.
    case jobTaken, jobClaimed, factsRecorded, chargeInserted, chargeWritten

    // An answer that was paid for.
    case answerArrived, answerSpooled, savingBegun, headshotSaved, sidecarSaved
    case jobEnded, successWritten, spoolRemoved

    // Other answers.
    case chargeSettled, gateChanged, jobPutBack, jobsPostponed, unreadableKept

    // A webhook's deliveries.
    case deliveryInserted, webhookSent, deliverySettled

    // Persons who are invited, before their links are shown.
    case invitesWritten

    // What a model is asked about a person's things.
    case questionAsked

    // What a camera shows.
    case turnWritten, frameKept

    // What dead workers left behind.
    case orphanRecovered, orphansTakenBack, answerAdopted

    // What is old.
    case jobFilesRemoved, rowsRemoved, photosRemoved
}

#if CRASH_POINTS
    extension CrashPoint: CaseIterable {}
#endif

extension CrashPoint {
    #if CRASH_POINTS
        /// Kills the process if it was started for this point and this occurrence.
        public static func reach(_ point: CrashPoint) {
            guard let chosen, "\(point)" == chosen.name else { return }
            let times = reached.withLock { reached in
                reached += 1
                return reached
            }
            if times == chosen.times { kill(getpid(), SIGKILL) }
        }

        /// The one value that a leaf module does not get from its caller: what a release build does not have must not
        /// shape the interfaces of its modules.
        private static let chosen: (name: String, times: Int)? = {
            guard let variable = unsafe getenv("HEADSHOT_CRASH_POINT") else { return nil }
            let parts = unsafe String(cString: variable).split(separator: ":")
            return parts.first.map {
                (String($0), parts.dropFirst().first.flatMap { Int($0) } ?? 1)
            }
        }()

        private static let reached = Mutex(0)
    #else
        /// Does nothing; a build with crash points may end here.
        @inlinable @inline(__always) public static func reach(_ point: CrashPoint) {}
    #endif
}
