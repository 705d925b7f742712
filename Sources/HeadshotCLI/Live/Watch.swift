import Answers
import Companion
import Foundation
import HeadshotWorker
import JobQueue
import Setup
import Synchronization

/// Shows the progress of jobs until they have ended.
struct Watch: Sendable {
    /// Makes the lines of JSON that lead from one state to the next.
    typealias LineMaker =
        @Sendable (_ old: LiveState?, _ new: LiveState, _ now: Date) async throws -> [String]

    private let session: Session
    private let lineMaker: LineMaker?
    private let inbox: DisplayInbox?
    private let roster: WorkerRoster
    private let recovery: OrphanRecovery
    private var screen: Screen

    /// - Parameters:
    ///   - lines: Makes lines of JSON, which are written instead of a display.
    ///   - inbox: Lines to write above the display.
    init(
        _ session: Session, output: StandardStream, lines lineMaker: LineMaker? = nil,
        inbox: DisplayInbox? = nil
    ) {
        self.session = session
        self.lineMaker = lineMaker
        self.inbox = inbox
        roster = WorkerRoster(session.store.presence)
        recovery = OrphanRecovery(store: session.store, home: session.home)
        screen = Screen(output, environment: session.configuration.environment)
    }

    /// Follows jobs until all have ended.
    ///
    /// - Parameter orHalted: Also ends when the gate is halted and none of the jobs runs.
    /// - Returns: The jobs in their last state.
    func untilEnded(_ ids: [JobID], orHalted: Bool = false) async throws -> [Job] {
        try await until(ids) { job, halted in
            job.state.hasEnded
                || (orHalted && job.state == .waiting && halted.contains(job.provider))
        }
    }

    /// Follows jobs until none of them is to be waited for any longer.
    ///
    /// - Parameter isOver: Whether a job needs no waiting for, beside the providers that are halted.
    /// - Returns: The jobs in their last state.
    func until(
        _ ids: [JobID], _ isOver: (_ job: Job, _ halted: [String]) -> Bool
    ) async throws -> [Job] {
        var jobs: [JobID: Job] = [:]
        try await follow { gates in
            for id in ids where jobs[id]?.state.hasEnded != true {
                jobs[id] = try await session.store.job(id)?.job
            }
            let found = ids.compactMap { jobs[$0] }
            var counts: [JobState: Int] = [:]
            if found.count > 1 { for job in found { counts[job.state, default: 0] += 1 } }
            let halted = gates.filter(\.isHalted).map(\.provider)
            return QueueSnapshot(
                jobs: found, counts: counts, isOver: found.allSatisfy { isOver($0, halted) })
        }
        return ids.compactMap { jobs[$0] }
    }

    /// Follows the whole queue until the task is cancelled.
    func queue() async throws {
        try await follow { _ in try await lookAtQueue() }
    }

    /// Shows the whole queue, and what the inbox gets, while work is done.
    func queue<Result: Sendable>(
        while work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let result: Result = try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                // A failing display must not end the work.
                try? await queue()
                return nil
            }
            while let end = try await group.next() {
                guard let end else { continue }
                group.cancelAll()
                try await group.waitForAll()
                return end
            }
            throw CancellationError()
        }
        var screen = screen
        try screen.insert(await linesAbove(now: session.now))
        return result
    }

    private func linesAbove(now: Date) async -> [StyledLine] {
        guard let content = inbox?.take() else { return [] }
        var lines = content.lines.map { StyledLine($0) }
        for id in content.ended {
            guard let job = try? await session.store.job(id)?.job else { continue }
            guard
                let surroundings = try? await JobSurroundings(
                    of: [job], in: session.store, gates: [])
            else { continue }
            let line = LiveJob(job, in: surroundings, results: session.results, now: now)
            let state = LiveState(jobs: [line])
            lines += LiveView(state: state, now: now, frame: 0).lines
        }
        return lines
    }

    func state() async throws -> LiveState {
        let now = session.now
        try await recovery.takeBack(now: now)
        return try await state(
            of: lookAtQueue(), gates: session.store.gates(), workers: roster.living().count,
            now: now)
    }

    /// Looks at the queue whenever it changes, and draws differences ten times a second.
    private func follow(_ look: ([Gate]) async throws -> QueueSnapshot) async throws {
        var watch = self
        var seen = QueueSnapshot()
        var gates: [Gate] = []
        var workers = 0
        var version: Int?
        var shown: LiveState?
        var keeper = PaceKeeper()
        for frame in 0... {
            let now = session.now
            let isSecond = frame % Self.framesOfSecond == 0
            if isSecond {
                // The death of a worker changes nothing in the queue.
                try await recovery.takeBack(now: now)
                workers = try await roster.living().count
            }
            let current = try await session.store.engine.dataVersion()
            if isSecond || current != version {
                version = current
                gates = try await session.store.gates()
                seen = try await look(gates)
            }
            var state = try await state(of: seen, gates: gates, workers: workers, now: now)
            state.pace = keeper.pace(seen.counts, now: now)
            try await watch.show(state, after: shown, now: now, frame: frame, isLast: seen.isOver)
            shown = state
            if seen.isOver { return }
            try screen.mustHaveReader()
            do {
                try await session.configuration.environment.pause(Self.interval)
            } catch {
                // From now on the drawing is out of date.
                try watch.screen.insert([])
                throw error
            }
        }
    }

    private func lookAtQueue() async throws -> QueueSnapshot {
        let running = JobFilter(states: [.running])
        return QueueSnapshot(
            jobs: try await session.store.jobs(running, limit: Self.mostRunning),
            counts: try await session.store.counts(), money: try await todaysMoney())
    }

    /// The day's money, with what is on its way.
    private func todaysMoney() async throws -> String {
        let cap = try await session.keptLimits
        let kinds = try await session.store.usageByKind(cap: cap, now: session.now)
        return MoneyAnswer(kinds.reduce(Money()) { $0 + $1.usage.today })
            .words(inFlight: try await session.store.requestsInFlight().money)
    }

    private func state(
        of seen: QueueSnapshot, gates: [Gate], workers: Int, now: Date
    ) async throws -> LiveState {
        let surroundings = try await JobSurroundings(
            of: seen.jobs, in: session.store, gates: gates)
        return LiveState(
            jobs: seen.jobs.map {
                LiveJob($0, in: surroundings, results: session.results, now: now)
            },
            counts: seen.counts,
            gates: gates.map(LiveGate.init).filter { $0.words(now: now) != nil }, workers: workers,
            money: seen.money)
    }

    private mutating func show(
        _ state: LiveState, after old: LiveState?, now: Date, frame: Int, isLast: Bool
    ) async throws {
        if let lineMaker {
            try screen.write(try await lineMaker(old, state, now))
        } else if screen.isTerminal {
            let lines = await linesAbove(now: now)
            if !lines.isEmpty { try screen.insert(lines) }
            let rows = isLast ? Int.max : screen.size.rows - 1
            let view = LiveView(state: state, now: now, frame: frame, rows: rows)
            try screen.draw(view.lines, isLast: isLast)
        } else {
            try screen.write(LiveJournal.lines(from: old, to: state, now: now))
        }
    }

    private struct QueueSnapshot {
        var jobs: [Job] = []
        var counts: [JobState: Int] = [:]
        var money: String?
        var isOver = false
    }

    /// Often enough for a moving bar, seldom enough to cost almost nothing.
    private static let interval: Duration = .milliseconds(100)
    private static let framesOfSecond = 10

    /// More than any terminal shows.
    private static let mostRunning = 200
}

/// Lines that a display writes above itself, where they stay.
///
/// Other code leaves them here, since two writers to one terminal would mix their lines.
final class DisplayInbox: Sendable {
    private let content = Mutex(Content())

    struct Content: Sendable {
        var lines: [String] = []
        var ended: [JobID] = []
    }

    func add(line: String) {
        content.withLock { $0.lines.append(line) }
    }

    func add(ended job: JobID) {
        content.withLock { $0.ended.append(job) }
    }

    func take() -> Content {
        content.withLock { content in
            defer { content = Content() }
            return content
        }
    }
}
