import Answers
import Foundation
import JobQueue
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct LiveJournalTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    private func state(_ progress: JobProgress) -> LiveState {
        var job = LiveJob(id: "0000000001", style: "left-casual", photo: "me.jpg", state: .running)
        job.progress = progress
        return LiveState(jobs: [job], counts: [.running: 1])
    }

    @Test func `a first look tells everything`() {
        var first = state(JobProgress(phase: .preparing))
        first.gates = [LiveGate(provider: "gemini", code: "key_invalid", opens: nil)]
        #expect(
            LiveJournal.lines(from: nil, to: first, now: now) == [
                "0000000001  left-casual  me.jpg  running: preparing the photo",
                "The API key is wrong, expired or blocked. Set GEMINI_API_KEY, or --api-key-file, "
                    + "to a key that works. Then run 'headshot gate clear'.",
                "1 running",
            ])
    }

    @Test func `a phase is told once, bytes are not`() {
        let start = state(JobProgress(phase: .uploading, sentBytes: 1, totalBytes: 9))
        let later = state(JobProgress(phase: .uploading, sentBytes: 5, totalBytes: 9))
        let next = state(JobProgress(phase: .processing))
        #expect(
            LiveJournal.lines(from: start, to: later, now: now).isEmpty)
        #expect(
            LiveJournal.lines(from: later, to: next, now: now)
                == ["0000000001  left-casual  me.jpg  running: the model works"])
    }

    @Test func `an end is told with the headshot's path`() {
        var end = state(JobProgress(phase: .saving))
        let before = end
        end.jobs[0].state = .succeeded
        end.jobs[0].progress = nil
        end.jobs[0].result = "/results/a.png"
        end.counts = [.succeeded: 1]
        #expect(
            LiveJournal.lines(from: before, to: end, now: now)
                == ["0000000001  left-casual  me.jpg  succeeded: /results/a.png", "1 succeeded"])
    }

    @Test func `a countdown is told once`() {
        var job = LiveJob(id: "0000000001", style: "left-casual", photo: "me.jpg", state: .waiting)
        job.reason = "daily_cap"
        job.sentence = "Waits until 00:00 (10 s)."
        let before = LiveState(jobs: [job], workers: 1)
        job.sentence = "Waits until 00:00 (9 s)."
        let after = LiveState(jobs: [job], workers: 1)
        #expect(
            LiveJournal.lines(from: before, to: after, now: now).isEmpty)
    }

    @Test func `a missing worker is told once`() {
        let job = LiveJob(id: "0000000001", style: "left-casual", photo: "me.jpg", state: .waiting)
        let state = LiveState(jobs: [job])
        #expect(
            LiveJournal.lines(from: nil, to: state, now: now).contains(
                LiveState.noWorker))
        #expect(
            LiveJournal.lines(from: state, to: state, now: now).isEmpty)
    }
}
