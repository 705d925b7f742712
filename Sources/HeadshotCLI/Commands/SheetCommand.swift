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
        file that needs no network; as .png or .jpg, two jobs a row, it is pages of A4 to print (1240 by 1754 pixels, which is \
        150 dots an inch): team.png, or team-1.png, team-2.png and so on. \
        The file is readable by you only; an existing file is not overwritten. Without such a job, none is written. A picture that is \
        gone is described in words. The queue is left as it is.
        """,
        examples: [
            "headshot sheet team.html", "headshot sheet anna.png --person anna --state succeeded",
            "headshot sheet \"$(date +%F).html\" --day \"$(date +%F)\"",
        ], exits: [.disk, .away, .configuration])

    @Argument(
        help: ArgumentHelp("The file to write: .html, or .png or .jpg to print.", "file"),
        completion: .file(extensions: PageFile.suffixes))
    var file: PageFile

    @OptionGroup(title: CommandHelp.filterTitle) var filter: JobFilterOptions

    @Option(help: ArgumentHelp("At most so many jobs.", "number"))
    var limit = 50

    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

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
        guard let form = file.form.drawn else {
            try await file.write(Data(sheet.html().utf8))
            return try Output.write(line: file.path)
        }
        let pages = sheet.drawings()
        let files = pages.count == 1 ? [file] : (1...pages.count).map(file.page)
        for file in files { try file.mustBeFree() }
        var pixels = made.flatMap(\.pixels)[...]
        for (page, file) in zip(pages, files) {
            let photos = Array(pixels.prefix(page.places.count))
            pixels = pixels.dropFirst(photos.count)
            try await file.write(sheetMaker.drawer.draw(page, over: photos, as: form))
            try Output.write(line: file.path)
        }
    }

    private var heading: String {
        let parts = filter.words
        return parts.isEmpty ? "Contact sheet" : "Contact sheet: \(parts.joined(separator: ", "))"
    }
}
