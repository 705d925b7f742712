import CrashPoints
import Testing

/// A command that is killed at a point, and what its job must have become once fresh processes are done.
struct Crash: Sendable, CustomTestStringConvertible {
    let command: Command
    let scene: Scene
    let point: CrashPoint
    /// How often the point is reached before the command dies.
    var times = 1
    let end: End
    /// Who is asked, where a model is.
    var provider = "gemini"

    var testDescription: String { "\(command) at \(point):\(times), \(scene), \(provider)" }

    enum Command: String, Sendable {
        case submit, worker, drain, prune
    }

    /// What the command finds.
    enum Scene: Sendable {
        /// No home yet.
        case empty
        /// A job that waits.
        case queued
        /// A job that waits and needs no model.
        case local
        /// A job whose worker died right after the claim.
        case orphaned
        /// A job that became uncertain before its answer turned up in the spool.
        case answeredLate
        /// A job that waits, and a provider that asks for patience.
        case refused
        /// A spooled answer whose picture is cut off.
        case unusable
        /// A job that waits, and a provider whose answer is no answer.
        case unreadable
        /// A job that has its headshot, and another one of the same person, who may have one a day.
        case capped
        /// A job that ended long ago, and a photo that no job needs.
        case old
        /// A job whose worker died after its charge was written and before anything could be sent.
        case charged
        /// A job whose request was sent, and a server that was put back to before that.
        case forgotten
    }

    enum End: String, Sendable {
        case succeeded, uncertain, failed
        /// Its row is gone.
        case pruned
    }
}

extension Crash {
    /// Every point that commands can reach; one that is not reached fails the test.
    ///
    /// A worker does its jobs as a drain does, and another provider's jobs are done like the first one's: of both, there
    /// is a point at each turn of a job's life.
    static let all = ofGemini + byWorker + ofOpenAI

    private static let ofOpenAI = ofGemini.filter { crash in
        crash.command == .drain && crash.times == 1
            && [.queued, .unusable, .unreadable].contains(crash.scene)
            && [.answerArrived, .answerSpooled, .headshotSaved, .unreadableKept].contains(
                crash.point)
    }.map { crash in
        var other = crash
        other.provider = "openai"
        return other
    }

    private static let byWorker: [Crash] =
        each(
            .worker, .queued, ends: .succeeded,
            [.workerLocked, .workerNamed, .jobClaimed, .answerSpooled, .headshotSaved, .jobEnded])
        + each(.worker, .queued, ends: .uncertain, [.chargeWritten, .answerArrived])
        + each(.worker, .orphaned, ends: .succeeded, [.orphanRecovered, .orphansTakenBack])
        + each(.worker, .refused, ends: .uncertain, [.jobPutBack])
        + each(.worker, .capped, ends: .succeeded, [.jobsPostponed])

    private static let ofGemini: [Crash] =
        each(
            .submit, .empty, ends: .succeeded,
            [
                .queueFileMade, .schemaWritten, .draftMade, .draftSynced, .fileNamed, .photoKept,
                .jobsInserted, .jobsQueued, .jobsPrinted,
            ])
        + each(.drain, .queued, ends: .succeeded, [.workerLocked, .workerNamed])
        // Up to the charge's commit, nothing may have been paid.
        + each(
            .drain, .queued, ends: .succeeded,
            [.jobTaken, .jobClaimed, .factsRecorded, .chargeInserted])
        // From the charge's commit to the answer in the spool, nobody can tell.
        + each(
            .drain, .queued, ends: .uncertain,
            [
                .journalBehind, .journalWritten, .journalSynced, .chargeWritten, .answerArrived,
                .draftMade, .draftSynced,
            ])
        // From then on, the headshot is saved whatever happens.
        + each(
            .drain, .queued, ends: .succeeded,
            [
                .fileNamed, .answerSpooled, .chargeSettled, .savingBegun, .headshotSaved,
                .sidecarSaved, .jobEnded, .successWritten, .spoolRemoved,
            ])
        // Again: the payment's line, then the headshot.
        + each(
            .drain, .queued, times: 2, ends: .succeeded,
            [
                .journalBehind, .journalWritten, .journalSynced, .draftMade, .draftSynced,
                .fileNamed,
            ])
        // Once more: the sidecar.
        + each(.drain, .queued, times: 3, ends: .succeeded, [.draftMade, .draftSynced, .fileNamed])
        + each(.drain, .orphaned, ends: .succeeded, [.orphanRecovered, .orphansTakenBack])
        // What is free may be made again.
        + each(
            .drain, .local, ends: .succeeded,
            [
                .jobTaken, .jobClaimed, .factsRecorded, .draftMade, .draftSynced, .fileNamed,
                .headshotSaved, .sidecarSaved, .jobEnded, .successWritten,
            ])
        + each(.drain, .answeredLate, ends: .succeeded, [.answerAdopted])
        + each(.drain, .refused, ends: .uncertain, [.gateChanged, .jobPutBack])
        + each(.drain, .unusable, ends: .failed, [.unreadableKept])
        // What is no headshot is kept like one: before anything is settled.
        + each(.drain, .unreadable, ends: .uncertain, [.answerArrived, .draftMade, .draftSynced])
        + each(
            .drain, .unreadable, ends: .failed,
            [.fileNamed, .answerSpooled, .unreadableKept, .chargeSettled, .jobEnded, .spoolRemoved]
        )
        // Again: the body where a person looks at it.
        + each(
            .drain, .unreadable, times: 2, ends: .failed, [.draftMade, .draftSynced, .fileNamed])
        + each(.drain, .capped, ends: .succeeded, [.jobsPostponed])
        + each(
            .prune, .old, ends: .pruned,
            [.jobFilesRemoved, .rowsRemoved, .photosRemoved])

    /// Every point that a queue on a server reaches with its files in a store.
    static let onServer: [Crash] =
        each(
            .submit, .empty, ends: .succeeded,
            [.photoKept, .jobsInserted, .jobsQueued, .jobsPrinted])
        // Up to the fence, nothing was sent.
        + each(
            .drain, .queued, ends: .succeeded,
            [
                .jobTaken, .jobClaimed, .factsRecorded, .chargeInserted,
                .chargeWritten,
            ])
        // From the fence to the answer in the spool, nobody can tell.
        + each(.drain, .queued, ends: .uncertain, [.fenceRaised, .answerArrived])
        + each(.worker, .queued, ends: .uncertain, [.fenceRaised])
        + each(
            .drain, .queued, ends: .succeeded,
            [
                .answerSpooled, .chargeSettled, .savingBegun, .headshotSaved, .sidecarSaved,
                .jobEnded, .successWritten, .spoolRemoved, .paymentWritten,
            ])
        // A worker stays until the server takes the dead one for dead.
        + each(.worker, .orphaned, ends: .succeeded, [.orphanRecovered, .orphansTakenBack])
        + each(.worker, .charged, ends: .succeeded, [.fenceVoided, .orphanRecovered])
        + each(.drain, .forgotten, ends: .uncertain, [.paymentsLearned])
        + each(.drain, .local, ends: .succeeded, [.headshotSaved, .jobEnded])
        + each(.drain, .answeredLate, ends: .succeeded, [.answerAdopted])
        + each(.drain, .refused, ends: .uncertain, [.gateChanged, .jobPutBack])
        + each(.drain, .unusable, ends: .failed, [.unreadableKept])
        + each(.drain, .unreadable, ends: .uncertain, [.answerArrived])
        + each(
            .drain, .unreadable, ends: .failed,
            [.answerSpooled, .unreadableKept, .chargeSettled, .jobEnded, .spoolRemoved])
        + each(.drain, .capped, ends: .succeeded, [.jobsPostponed])
        + each(
            .prune, .old, ends: .pruned,
            [.jobFilesRemoved, .rowsRemoved, .photosRemoved])

    private static func each(
        _ command: Command, _ scene: Scene, times: Int = 1, ends end: End, _ points: [CrashPoint]
    ) -> [Crash] {
        points.map { Crash(command: command, scene: scene, point: $0, times: times, end: end) }
    }
}
