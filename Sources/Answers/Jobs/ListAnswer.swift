package import Foundation
import Ground
import JobQueue

/// Jobs, one a line.
package struct ListAnswer: Encodable {
    package let jobs: [JobSummary]
    package let now: Date
    package let timeZone: TimeZone

    package init(jobs: [JobSummary], now: Date, timeZone: TimeZone = TimeWords.zone) {
        self.jobs = jobs
        self.now = now
        self.timeZone = timeZone
    }

    private enum CodingKeys: CodingKey { case jobs }

    /// The jobs as comma-separated values, with a header row.
    package var rows: [String] {
        let names = [
            "id", "state", "reason", "sentence", "person", "photo", "style", "provider", "backdrop",
            "submitted", "due", "started", "ended", "result", "space",
        ]
        return [CSV.row(names)]
            + jobs.map { job in
                CSV.row(
                    [
                        job.id, job.state, job.reason, job.sentence, job.person, job.photo,
                        job.style, job.provider, job.backdrop?.rawValue,
                    ]
                        + [job.submitted, job.due, job.started, job.ended].map {
                            $0?.ISO8601Format()
                        }
                        + [job.result, job.space])
            }
    }
}
