import Answers
import Foundation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct LiveViewTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    private func view(_ state: LiveState, frame: Int = 2, rows: Int = 40, width: Int = 100)
        -> String
    {
        LiveView(state: state, now: now, frame: frame, rows: rows, timeZone: .gmt).lines
            .map { $0.text(width: width) + "\n" }.joined()
    }

    private func job(_ id: String, _ state: JobState, _ sentence: String = "") -> LiveJob {
        var job = LiveJob(id: id, style: "front-professional", photo: "me.jpg", state: state)
        job.sentence = sentence
        return job
    }

    private func running(_ id: String, _ progress: JobProgress?) -> LiveJob {
        var job = job(id, .running)
        job.progress = progress
        job.started = now - 12
        return job
    }

    /// One job in every state and phase, all that can stand below them, and a name that is too long.
    private var everything: LiveState {
        var state = LiveState()
        state.jobs = [
            running("0000000001", JobProgress(phase: .preparing)),
            running("000000000c", JobProgress(phase: .preparing, isReady: true)),
            running(
                "0000000002", JobProgress(phase: .uploading, sentBytes: 640, totalBytes: 1000)),
            running("0000000003", JobProgress(phase: .processing)),
            running("0000000004", JobProgress(phase: .saving)),
            running("0000000005", nil),
            job("0000000006", .waiting, "Waits for a worker."),
            job("0000000007", .succeeded), job("0000000008", .rejected, "Too small."),
            job("0000000009", .failed, "It failed."), job("000000000a", .cancelled, "Cancelled."),
            job("000000000b", .uncertain, "It may have been charged."),
        ]
        state.jobs[7].result = "/results/0000000007-front-professional.png"
        state.jobs[0].photo = "a photo with quite a long name.jpg"
        state.gates = [
            LiveGate(provider: "gemini", code: "too_many_requests", opens: now + 272),
            LiveGate(provider: "gemini", code: "key_invalid", opens: nil),
            LiveGate(provider: "gemini", code: "open", opens: now - 1),
        ]
        state.counts = [.running: 6, .waiting: 1, .succeeded: 1]
        return state
    }

    @Test func `every state and phase has its line`() throws {
        try expectGolden("live-view.txt", view(everything))
    }

    @Test func `what runs fits 80 columns`() {
        let lines = view(everything, width: 200).split(separator: "\n")
        let running = lines.filter { $0.hasPrefix("⠹") }
        #expect(running.count == 6)
        #expect(running.allSatisfy { $0.columns <= 80 })
    }

    @Test func `a narrow terminal cuts lines`() {
        let lines = view(everything, width: 40).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 40 })
    }

    @Test func `a low terminal shows what runs first, and how many are left out`() {
        var state = LiveState(
            jobs: [job("0000000001", .succeeded, "x"), running("0000000002", nil)]
                + (3...9).map { job("000000000\($0)", .waiting, "Waits.") }, workers: 1)
        state.counts = [.waiting: 7]
        let lines = view(state, rows: 5).split(separator: "\n").map(String.init)
        #expect(lines.count == 5)
        #expect(lines[0].contains("0000000002"))
        #expect(lines[3] == "  and 6 more")
        #expect(lines[4] == "7 waiting")
    }

    @Test func `the spinner turns with the frames, and only while something runs`() {
        let running = LiveState(jobs: [running("0000000001", nil)], workers: 1)
        #expect(view(running, frame: 0) != view(running, frame: 1))
        #expect(view(running, frame: 0) == view(running, frame: 10))
        let waiting = LiveState(jobs: [job("0000000001", .waiting)], workers: 1)
        #expect(view(waiting, frame: 0) == view(waiting, frame: 1))
    }

    @Test(arguments: [(0, 0), (499, 4), (500, 5), (999, 9), (1000, 10), (2000, 10), (-5, 0)])
    func `the bar shows the share that has left`(sent: Int, full: Int) {
        let progress = JobProgress(phase: .uploading, sentBytes: sent, totalBytes: 1000)
        let text = view(LiveState(jobs: [running("0000000001", progress)], workers: 1))
        #expect(text.count { $0 == "█" } == full)
        #expect(text.count { $0 == "░" } == 10 - full)
    }
}
