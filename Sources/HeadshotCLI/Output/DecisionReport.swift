import Answers
import HeadshotWorker
import JobQueue
import ObjectStore
import Setup

/// The results of a command on several jobs, printed as they happen, or at the end as JSON.
struct DecisionReport {
    private var answer = DecisionAnswer()
    private let isJSON: Bool
    private var isRefused = false
    private var failure: UserMessage?

    /// Does the work in batches of jobs, and answers.
    ///
    /// What was done before a failure is still answered. The status is 1 if the command did not apply to some job.
    static func answer(
        on chosen: ChosenJobs, asJSON isJSON: Bool,
        _ work: ([Job], inout DecisionReport) async throws -> Void
    ) async throws {
        var chosen = chosen
        var report = DecisionReport(isJSON: isJSON)
        do {
            while report.failure == nil, let jobs = try await chosen.next() {
                try await work(jobs, &report)
            }
        } catch {
            if !report.answer.jobs.isEmpty { report.writeJSON() }
            throw error
        }
        if isJSON { report.writeJSON() }
        if let failure = report.failure { throw failure }
        if report.isRefused { try ExitStatus.badEnds.end() }
    }

    private init(isJSON: Bool) { self.isJSON = isJSON }

    private mutating func writeJSON() {
        do {
            try Output.write(line: AnswerJSON.text(answer))
        } catch {
            failure = error as? UserMessage
            for line in answer.jobs where line.done { note(line.words) }
        }
    }

    /// Reports a job that was done; on standard error if the answer cannot be written, since it cannot be undone.
    mutating func did(
        _ job: JobID, _ state: JobState, newJob: JobID? = nil, result: String? = nil, _ text: String
    ) {
        guard !isJSON else {
            return answer.jobs.append(
                DecidedJob(id: job, done: true, state: state, newJob: newJob, result: result))
        }
        if failure == nil {
            do throws(UserMessage) { return try Output.write(line: text) } catch {
                failure = error
            }
        }
        note(text)
    }

    /// Continues jobs whose answers are in the spool, reports them, and returns the others.
    ///
    /// - Parameters:
    ///   - isOne: Whether the user named a single job; then the answer is only its id.
    ///   - arePaid: Whether the user says that the jobs were charged; then answers that were kept of them count, too.
    mutating func adoptingAnswers(
        of jobs: [Job], isOne: Bool = false, arePaid: Bool = false, in session: Session
    ) async throws -> [Job] {
        var others: [Job] = []
        for job in jobs {
            do {
                if try await session.adoptAnswer(of: job.id, isPaid: arePaid) {
                    note("The answer of job \(job.id) is here and paid; a worker has to save it.")
                    did(job.id, .waiting, isOne ? "\(job.id)" : "\(job.id)  waiting")
                } else {
                    others.append(job)
                }
            } catch let error as StorageError {
                guard case .unusable = error else { throw error }
                refuse(job.id, job.state, UserMessage(error))
            }
        }
        return others
    }

    /// Reports a job that was not done, which does not stop the others.
    mutating func refuse(_ job: JobID, _ state: JobState?, _ message: UserMessage) {
        isRefused = true
        guard !isJSON else {
            return answer.jobs.append(
                DecidedJob(id: job, done: false, state: state, sentence: message.sentence))
        }
        message.writeNote()
    }
}

/// The results of a command on several jobs, in the order in which they were worked on.
private struct DecisionAnswer: Encodable {
    var jobs: [DecidedJob] = []
}

/// What a command did with one job.
struct DecidedJob: Encodable {
    let id: JobID
    let done: Bool
    var state: JobState?
    /// The job that repeats it.
    var newJob: JobID?
    var result: String?
    var sentence: String?

    /// The same as a line for people.
    var words: String {
        [id.description, state?.rawValue, newJob?.description].compactMap { $0 }
            .joined(separator: "  ")
    }
}
