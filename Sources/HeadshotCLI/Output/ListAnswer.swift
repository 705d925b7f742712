import Answers
import Foundation
import Ground
import JobQueue

/// Jobs, one a line.
struct ListAnswer: CommandAnswer {
    let jobs: [JobSummary]
    let now: Date
    var timeZone = TimeWords.zone

    private enum CodingKeys: CodingKey { case jobs }

    /// The jobs as comma-separated values, with a header row.
    var rows: [String] {
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

    var text: String {
        var table = TextTable("JOB", "STATE", "STYLE", "PERSON", "PHOTO", "SUBMITTED", "NOTE")
        for job in jobs {
            table.add(
                job.id, job.state, job.style ?? job.kind.printable, job.person, job.photo.printable,
                TimeWords.moment(job.submitted, now: now, in: timeZone), job.sentence)
        }
        return table.text
    }
}
