import Foundation
import Glibc
import HeadshotWorker
import JobQueue
import Setup

/// The jobs that a command works on, read in batches, so that memory and transactions stay small.
struct ChosenJobs {
    /// How many there are, by provider and state.
    let counts: [JobChoice.Count]
    private let store: JobStore
    private let batch: Int
    private var rest: Rest

    private enum Rest {
        case named(ArraySlice<JobID>)
        case chosen(JobChoice)
    }

    /// Looks the jobs up; throws if a named one does not exist, before anything is done to the others.
    ///
    /// - Parameters:
    ///   - states: The states to choose if the options name none.
    ///   - batch: How many are read at once.
    init(
        _ options: JobChoiceOptions, states: [JobState], isUnrepeated: Bool = false,
        batch: Int = JobStore.batch, in session: Session
    ) async throws {
        store = session.store
        self.batch = batch
        guard !options.all else {
            var filter = options.filter.filter(
                in: try await session.limits().timeZone, states: states)
            filter.isUnrepeated = isUnrepeated
            let choice = try await store.choose(filter)
            counts = choice.counts
            rest = .chosen(choice)
            return
        }
        var ids: [JobID] = []
        var counts: [JobChoice.Count] = []
        for name in options.jobs {
            let job = try await session.job(name).job
            // A job that was named twice counts once.
            guard !ids.contains(job.id) else { continue }
            ids.append(job.id)
            counts.append(.init(kind: job.kind, provider: job.provider, state: job.state, jobs: 1))
        }
        self.counts = counts
        rest = .named(ids[...])
    }

    var count: Int { counts.map(\.jobs).reduce(0, +) }

    /// How many headshots each person has among them, by provider and state.
    func headshotsOfPersons() async throws -> [(person: Person, count: JobChoice.Count)] {
        switch rest {
        case .chosen(let choice):
            return try await store.persons(of: choice, kind: .headshot)
        case .named(let ids):
            var persons: [(person: Person, count: JobChoice.Count)] = []
            for id in ids {
                guard let job = try await store.job(id)?.job, job.kind == .headshot else {
                    continue
                }
                let count = JobChoice.Count(
                    kind: job.kind, provider: job.provider, state: job.state, jobs: 1)
                persons.append((job.person, count))
            }
            return persons
        }
    }

    /// Prints a note and returns true if there are none.
    func noteIfEmpty() -> Bool {
        if count == 0 { note("No job matches. 'headshot list' shows the jobs.") }
        return count == 0
    }

    /// The next jobs; `nil` after the last.
    mutating func next() async throws -> [Job]? {
        switch rest {
        case .named(let ids):
            guard !ids.isEmpty else { return nil }
            rest = .named(ids.dropFirst(batch))
            var jobs: [Job] = []
            for id in ids.prefix(batch) {
                if let job = try await store.job(id)?.job { jobs.append(job) }
            }
            return jobs
        case .chosen(var choice):
            try await store.letOthersIn()
            let jobs = try await store.next(of: &choice, limit: batch)
            rest = .chosen(choice)
            return jobs.isEmpty ? nil : jobs
        }
    }
}

/// Asks the user before something that cannot be undone.
enum Confirmation {
    /// Whether there is a terminal for the question.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks on a terminal; throws without one, where a script needs `--yes`.
    static func ask(_ question: String) throws(UserMessage) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { throw .needsYes }
        try StandardStream.standardError.write("\(question.printable) [y/N] ")
        return readLine()?.lowercased() == "y"
    }

    /// Ends the command unless `--yes` or the user agrees.
    static func demand(_ question: String, yes: Bool) throws {
        if try !yes && !ask(question) { try ExitStatus.badEnds.end() }
    }

    /// The same for what is done to some jobs, if there are any.
    ///
    /// - Parameter summary: How many jobs, and what they cost.
    static func demand(for jobs: ChosenJobs, _ summary: String, yes: Bool) throws {
        guard !jobs.noteIfEmpty() else { return }
        note(summary)
        try demand("Go ahead?", yes: yes)
    }
}
