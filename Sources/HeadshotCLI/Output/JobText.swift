import Answers
import Decoding
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import JobQueue

extension JobReport: CommandAnswer {
    /// The fields in order of interest.
    var text: String {
        var fields = FieldList()
        fields.add("job", summary.id)
        fields.add("state", summary.state)
        fields.add("", summary.sentence)
        fields.add("next", nextStep?.commandWords)
        fields.add("detail", detail?.printable)
        fields.add(resultName, summary.result?.printable)
        fields.add("", headshot?.facts?.score.map { "score \($0.value) of 10" })
        fields.add("", headshot?.comparison?.verdict.sentence)
        for finding in headshot?.findings ?? [] { fields.add("", finding.sentence.printable) }
        if summary.style == nil { fields.add("kind", summary.kind.printable) }
        fields.add("style", summary.style)
        fields.add("backdrop", (headshot?.making?.backdrop ?? summary.backdrop)?.rawValue)
        fields.add("provider", summary.provider.printable)
        if summary.style != nil {
            fields.add("", ProviderKind(rawValue: summary.provider)?.description)
        }
        fields.add("space", summary.space)
        fields.add("person", summary.person)
        fields.add("photo", photoLine)
        fields.add("score", facts?.score.map { "\($0.value) of 10" })
        for finding in findings { fields.add("finding", sentence(of: finding)) }
        if let face = facts?.face {
            for field in FaceWords(face).fields { fields.add(field.name, field.value) }
        }
        fields.add("key", key?.printable)
        fields.add("priority", priority == 0 ? nil : String(priority))
        fields.add("repeats", retryOf)
        fields.add("prompt", promptVersion.map { "version \($0)" })
        fields.add("attempts", attemptsLine)
        fields.add("price", quoteLine)
        for charge in charges { fields.add("charge", charge.line(in: timeZone)) }
        fields.add("answer", keptAnswer?.printable)
        fields.add("submitted", moment(summary.submitted))
        fields.add("due", summary.due.map(moment))
        fields.add("started", summary.started.map(moment))
        fields.add("ended", summary.ended.map(moment))
        return fields.text
    }

    private var photoLine: String {
        let name = summary.photo.printable
        return facts.map { "\(name) (\($0.file.words))" } ?? name
    }

    /// The quote of the submit.
    private var quoteLine: String? {
        quotedModel.map { model in
            let price = quotedPriceMicroUSD.map { "about \(MoneyWords.dollars($0))" }
            return "\(price ?? "an unknown price"), \(model.printable)"
        }
    }

    private func sentence(of finding: Finding) -> String {
        let isOverridden = isForced && finding.severity == .refusal && finding.isOverridable
        return finding.sentence.printable + (isOverridden ? " (overridden by --force)" : "")
    }

    private var resultName: String {
        JobKind(rawValue: summary.kind) == .headshot ? "headshot" : "file"
    }

    private var attemptsLine: String {
        workerDeaths == 0
            ? "\(attempts)" : "\(attempts); ended from outside before that: \(workerDeaths)"
    }

    private func moment(_ date: Date) -> String { TimeWords.full(date, in: timeZone) }
}

extension ListAnswer: CommandAnswer {
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
