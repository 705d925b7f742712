import Answers
import HeadshotWorker
import JobQueue
import Setup

/// Queues jobs that repeat others, and reports each.
struct Repeater {
    private let session: Session
    private let submitter: Submitter
    private let photos: PhotoStore
    private let once: Bool
    private let repetition: (Job, Submitter) -> NewJob

    /// - Parameters:
    ///   - once: Whether to leave out a job that was repeated before.
    ///   - repetition: Makes the job that repeats another.
    init(
        _ session: Session, once: Bool, repetition: @escaping (Job, Submitter) -> NewJob
    ) {
        self.session = session
        self.once = once
        self.repetition = repetition
        submitter = Submitter(
            store: session.store, home: session.home,
            environment: session.configuration.environment.worker())
        photos = PhotoStore(home: session.home)
    }

    /// Repeats those of some jobs that can be repeated, in one transaction, or two if there are uncertain ones.
    ///
    /// - Parameter isOne: Whether the user named a single job, and so knows which one is repeated.
    func repeatJobs(
        _ jobs: [Job], acceptsCharge: Bool, isOne: Bool, _ report: inout DecisionReport
    ) async throws {
        var ended: [(job: Job, new: NewJob)] = []
        var uncertain: [(job: Job, new: NewJob)] = []
        for job in try await report.adoptingAnswers(of: jobs, isOne: isOne, in: session) {
            if let error = try await refusal(job, acceptsCharge: acceptsCharge) {
                report.refuse(job.id, job.state, UserMessage(error))
            } else if job.state == .uncertain {
                uncertain.append((job, repetition(job, submitter)))
            } else {
                ended.append((job, repetition(job, submitter)))
            }
        }
        func add(_ job: Job, _ state: JobState, _ new: JobID) {
            report.did(
                .init(id: job.id, done: true, state: state, newJob: new),
                isOne ? "\(new)" : "\(new)  repeats \(job.id)")
        }
        let now = session.configuration.environment.now
        let news = try await session.store.submitRepetitions(ended.map(\.new), once: once, now: now)
        for (pair, new) in zip(ended, news) {
            if let new { add(pair.job, pair.job.state, new) }
        }
        let words = uncertain.map { (job: $0.job.id, resolution: Resolution.replaced(by: $0.new)) }
        for (pair, result) in zip(uncertain, try await session.store.resolve(words, now: now)) {
            if case .resolved(let new?) = result {
                add(pair.job, .failed, new)
            } else {
                report.refuse(pair.job.id, result)
            }
        }
    }

    /// Why a job cannot be repeated; `nil` if it can.
    private func refusal(_ job: Job, acceptsCharge: Bool) async throws -> CommandError? {
        let id = job.id.description
        guard job.state.hasEnded else { return .notEnded(job: id, state: job.state) }
        if job.fleeting != nil { return .askedOnce(job: id) }
        if job.state == .uncertain, !acceptsCharge {
            return .mayBeCharged(job: job.id, charges: try await session.job(id).charges)
        }
        guard let photo = job.input, try await !photos.holds(photo) else { return nil }
        return .photoGone(job: id)
    }
}
