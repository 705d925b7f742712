import JobQueue
import Testing
import UnixSignals

@testable import HeadshotCLI
@testable import HeadshotWorker

/// Testing has an `ExitStatus` of its own.
private typealias Status = HeadshotCLI.ExitStatus

@Suite(.timeLimit(.minutes(10)))
struct ExitStatusTests {
    fileprivate struct DrainEnd: Sendable {
        var ending: WorkEnding
        var jobs: [JobState: Int] = [:]
        var waiting: [WaitReason: Int] = [:]
        var waitingForKey: [WaitReason: Int] = [:]
        var signal: UnixSignal?
        var status: Status
    }

    @Test(arguments: [
        DrainEnd(ending: .done, status: .done),
        DrainEnd(ending: .done, jobs: [.succeeded: 3, .cancelled: 1], status: .done),
        DrainEnd(ending: .done, jobs: [.succeeded: 3, .failed: 1], status: .badEnds),
        DrainEnd(ending: .done, jobs: [.rejected: 1], status: .badEnds),
        DrainEnd(ending: .done, jobs: [.uncertain: 1], status: .badEnds),
        DrainEnd(ending: .done, jobs: [.succeeded: 10], waiting: [.dailyCap: 2], status: .tryLater),
        DrainEnd(ending: .done, waiting: [.scheduled: 5, .photo: 1], status: .done),
        DrainEnd(ending: .done, waiting: [.retry: 1], status: .tryLater),
        DrainEnd(ending: .limit, jobs: [.failed: 1], waiting: [.new: 1], status: .tryLater),
        DrainEnd(ending: .limit, jobs: [.succeeded: 1], status: .done),
        DrainEnd(ending: .held, jobs: [.waiting: 1], waiting: [.cooldown: 1], status: .tryLater),
        DrainEnd(ending: .held, status: .done),
        DrainEnd(ending: .halted, waiting: [.providerHalted: 1, .new: 3], status: .halted),
        DrainEnd(ending: .halted, jobs: [.failed: 1], status: .badEnds),
        DrainEnd(ending: .halted, status: .done),
        DrainEnd(
            ending: .done, jobs: [.succeeded: 1], waiting: [.new: 2], waitingForKey: [.new: 1],
            status: .configuration),
        DrainEnd(
            ending: .done, waiting: [.scheduled: 1], waitingForKey: [.scheduled: 1], status: .done),
        DrainEnd(ending: .stopped, waiting: [.new: 1], signal: .sigterm, status: .tryLater),
        DrainEnd(ending: .stopped, jobs: [.succeeded: 1], signal: .sigterm, status: .done),
        DrainEnd(ending: .stopped, jobs: [.succeeded: 1], signal: .sigint, status: .interrupted),
    ])
    fileprivate func `a drain's exit code says what its caller has to do`(end: DrainEnd) {
        var summary = WorkSummary()
        summary.jobs = end.jobs
        summary.ending = end.ending
        let status = Status(
            drain: summary, waiting: end.waiting, waitingForKey: end.waitingForKey,
            signal: end.signal)
        #expect(status == end.status)
    }

    @Test(
        arguments: [
            ([.succeeded, .succeeded], .done), ([.succeeded, .cancelled], .done),
            ([.succeeded, .failed], .badEnds), ([.rejected], .badEnds), ([.uncertain], .badEnds),
            ([.succeeded, .waiting], .halted),
        ] as [([JobState], Status)])
    fileprivate func `the ends of watched jobs give an exit code`(ends: [JobState], status: Status)
    {
        #expect(Status(ends: ends) == status)
    }
}
