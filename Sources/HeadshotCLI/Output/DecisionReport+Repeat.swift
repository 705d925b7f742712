import Answers
import JobQueue
import Setup

extension DecisionReport {
    /// Repeats those of some jobs that can be repeated, and reports each.
    ///
    /// - Parameters:
    ///   - once: Whether to leave out a job that was repeated before.
    ///   - isOne: Whether the user named a single job, and so knows which one is repeated.
    ///   - repetition: Makes the job that repeats another.
    mutating func repeatJobs(
        _ jobs: [Job], acceptsCharge: Bool, once: Bool, isOne: Bool, in session: Session,
        _ repetition: (Job) -> Repetition
    ) async throws {
        var repetitions: [Repetition] = []
        for job in try await adoptingAnswers(of: jobs, isOne: isOne, in: session) {
            guard let obstacle = try await session.obstacle(to: job, acceptsCharge: acceptsCharge)
            else {
                repetitions.append(repetition(job))
                continue
            }
            let error = try await session.error(obstacle, to: job)
            refuse(job.id, job.state, UserMessage(error))
        }
        for (job, result) in try await session.submit(repetitions, once: once) {
            if case .resolved(let new?) = result {
                let state = job.state == .uncertain ? .failed : job.state
                did(
                    DecidedJob(id: job.id, done: true, state: state, newJob: new),
                    isOne ? "\(new)" : "\(new)  repeats \(job.id)")
            } else {
                refuse(job.id, result)
            }
        }
    }
}

extension Session {
    /// The error that reports why a job is not made again.
    fileprivate func error(_ obstacle: RepeatObstacle, to job: Job) async throws -> CommandError {
        let id = job.id.description
        return switch obstacle {
        case .notEnded: .notEnded(job: id, state: job.state)
        case .askedOnce: .askedOnce(job: id)
        case .mayBeCharged: .mayBeCharged(job: job.id, charges: try await self.job(id).charges)
        case .photoGone: .photoGone(job: id)
        }
    }
}
