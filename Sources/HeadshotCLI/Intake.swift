import Foundation
import HeadshotWorker
import JobQueue

/// Queues photos, many in a transaction, and tells of each job once it survives a power cut.
///
/// Whatever stops it, what was told is queued, and nothing else has to be undone.
struct Intake {
    private let submitter: Submitter
    private let isJSON: Bool
    private var bar: IntakeBar
    private(set) var answer = SubmitAnswer()
    private var batch: [PhotoOrder] = []
    private var batchBytes = 0

    /// - Parameter isJSON: Whether the answer is written as a whole at the end, so that no job is told by itself.
    init(submitter: Submitter, isJSON: Bool, bar: IntakeBar) {
        self.submitter = submitter
        self.isJSON = isJSON
        self.bar = bar
    }

    /// Takes an order in; it is queued with others.
    mutating func take(_ order: PhotoOrder) async throws {
        bar.advance()
        batch.append(order)
        batchBytes += order.photo.bytes?.count ?? 0
        if batch.count >= Self.batchPhotos || batchBytes >= Self.batchBytes { try await flush() }
    }

    /// Tells of a photo that is not queued, which does not stop the others.
    mutating func refuse(_ photo: RefusedPhoto) {
        answer.refused.append(photo)
        bar.advance()
        bar.makeRoom { for line in photo.lines { note("headshot: \(line)") } }
    }

    /// Queues what was taken in, in one transaction.
    mutating func flush() async throws {
        guard !batch.isEmpty else { return }
        let wanted = batch.flatMap { order in order.styles.map { (order, $0) } }
        let jobs = zip(try await submitter.submit(batch), wanted).map { submission, wish in
            SubmittedJob(
                submission, style: wish.1, photo: wish.0.photo.name, person: wish.0.person)
        }
        answer.jobs += jobs
        try bar.makeRoom { if !isJSON { try Self.tell(jobs, jobs.map(\.line)) } }
        batch = []
        batchBytes = 0
    }

    /// Tells of queued jobs on standard output; where that fails, on standard error, so that no id is lost.
    static func tell(_ jobs: [SubmittedJob], _ lines: [String]) throws(CommandError) {
        do {
            for line in lines { try Answers.write(line: line) }
        } catch {
            note("These jobs are queued:")
            for job in jobs { note("  \(job.line)") }
            throw error
        }
    }

    /// Enough that the transaction's sync does not count.
    private static let batchPhotos = 100

    /// Bytes; photos wait in memory for their batch.
    private static let batchBytes = 64_000_000
}
