import Answers
import JobQueue
import Setup

extension Session {
    /// Opens the queue of the options for one command, and prints what it learned about payments.
    static func run(
        _ options: HomeOptions, _ body: (Session) async throws -> Void
    ) async throws {
        try await run(home: options.home) { session in
            if let learned = session.store.reconciliation {
                note(RestoreWords.sentence(of: learned, \.commandWords))
            }
            try await body(session)
        }
    }

    /// The job with a typed name.
    func job(_ name: String) async throws -> (job: Job, charges: [Charge]) {
        guard let id = JobID(name), let found = try await store.job(id) else {
            throw CommandError.noSuchJob(name)
        }
        return found
    }
}
