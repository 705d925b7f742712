import Answers
import ArgumentParser
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Pages
import Setup
import Validation

/// `headshot sheet`: shows jobs on one page, photo beside headshot.
struct SheetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "sheet", "Write a contact sheet: each photo beside its headshot.",
        """
        With style, state, cost, findings, and the score of both pictures, newest job first. As .html it is one \
        file that needs no network; as .png or .jpg, two jobs a row, it can be printed, 1240 pixels across. \
        The file is readable by you only; an existing file is not overwritten. Without such a job, none is written. A picture that is \
        gone is described in words. The queue is left as it is.
        """,
        examples: [
            "headshot sheet team.html", "headshot sheet anna.png --person anna --state succeeded",
            "headshot sheet \"$(date +%F).html\" --day \"$(date +%F)\"",
        ], exits: [.disk, .configuration])

    @Argument(
        help: ArgumentHelp("The file to write, by its suffix.", "file"),
        completion: .file(extensions: PageFile.suffixes))
    var file: PageFile

    @OptionGroup var filter: JobFilterOptions

    @Option(help: ArgumentHelp("At most so many jobs.", "number"))
    var limit = 50

    @OptionGroup var home: HomeOptions

    func validate() throws {
        if limit < 1 { throw UsageError("--limit must be 1 or more.") }
    }

    func run(in session: Session) async throws {
        try file.mustBeFree()
        let zone = try await session.limits().timeZone
        var found = try await session.store.jobs(
            filter.filter(in: zone), limit: limit.addingClamped(1))
        guard !found.isEmpty else {
            note("There is no such job.")
            return
        }
        if found.count > limit {
            found.removeLast()
            note("There are more; these are the newest \(limit) (--limit).")
        }
        if filter.kind == .analysis {
            // Best first; those without a score last, and equal ones in the order of the queue.
            func score(_ job: Job) -> Double { job.analysisOutcome?.score ?? 0 }
            found = found.sorted { (score($0), $0.id) > (score($1), $1.id) }
        }
        let sheetMaker = try SheetMaker(session, in: zone, asPixels: file.form.drawn != nil)
        let made = try await sheetMaker.make(found)
        let sheet = ContactSheet(
            heading: heading, made: TimeWords.minute(session.now, in: zone),
            cards: made.map(\.card))
        if let form = file.form.drawn {
            try await file.write(
                sheetMaker.drawer.draw(sheet.drawing(), over: made.flatMap(\.pixels), as: form))
        } else {
            try await file.write(Data(sheet.html().utf8))
        }
        try Output.write(line: file.path)
    }

    private var heading: String {
        let parts = filter.words
        return parts.isEmpty ? "Contact sheet" : "Contact sheet: \(parts.joined(separator: ", "))"
    }
}
