import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import Setup

/// `headshot export`: copies headshots under names that the user chooses.
struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "export", "Copy headshots into a folder or a zip file.",
        """
        Run again, it adds what is new. Nothing that is there is ever changed: a headshot whose name is taken by \
        another file gets its job's id behind it. The folder or zip file is made if need be, and only you may \
        read the copies. A zip file is replaced by one with more in it, in one step.

        Of several headshots of a photo in one style, as after 'headshot retry', only the newest is copied.

        A name may hold \(HeadshotName.fields). What a file's name must not hold becomes an underscore.
        """,
        examples: [
            "headshot export team/", "headshot export anna.zip --person anna",
            "headshot export \"$(date +%F).zip\" --day \"$(date +%F)\" --name '{photo} {angle}'",
        ], exits: [.badEnds("some headshots could not be copied"), .disk, .away, .configuration])

    @Argument(
        help: ArgumentHelp("A folder, or a file that ends in .zip.", "target"),
        completion: .file(extensions: ["zip"]))
    var target: String

    @OptionGroup(title: CommandHelp.filterTitle) var filter: JobFilterOptions

    @Option(
        help: ArgumentHelp(
            "What the copies are named, without the ending.", "template",
            default: "{person}-{style}"),
        transform: HeadshotName.init)
    var name: HeadshotName?

    @Flag(help: "Copy all headshots of a photo in one style, and not only the newest.")
    var allAttempts = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        try filter.mustBe(in: [.succeeded], toBe: "exported")
        guard !looksLikeOtherFile else {
            throw UsageError(
                """
                '\(target)' looks like a file, and the only files written are .zip. For a folder of this name, put / \
                behind it.
                """)
        }
    }

    /// Whether the target has a file's ending that is not written, as `.tgz` or `.jpg`, and is not meant as a folder.
    private var looksLikeOtherFile: Bool {
        let ending = URL(filePath: target).pathExtension.lowercased()
        // A date and a version have dots, too: 2026-11.30, team.v2.
        guard !ending.isEmpty, ending != "zip", ending.wholeMatch(of: /v?[0-9]+/) == nil,
            !target.hasSuffix("/")
        else { return false }
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(
            atPath: target, isDirectory: &isFolder)
        return !(exists && isFolder.boolValue)
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let zone = try await session.limits().timeZone
        let name = try name ?? HeadshotName("{person}-{style}")
        var choice = try await session.store.choose(filter.filter(in: zone, states: [.succeeded]))
        var items: [ExportItem] = []
        var attempts: [Attempt: Int] = [:]
        var replaced: Set<JobID> = []
        var kinds: Set<JobKind> = []
        while true {
            let jobs = try await session.store.next(of: &choice, limit: Self.page)
            if jobs.isEmpty { break }
            kinds.formUnion(jobs.map(\.kind))
            for job in jobs {
                guard let file = try await session.result(of: job) else { continue }
                let stem = name.stem(of: job, in: zone)
                // They come oldest first.
                if !allAttempts, let attempt = Attempt(job) {
                    if let older = attempts[attempt] { replaced.insert(items[older].job) }
                    attempts[attempt] = items.count
                }
                items.append(ExportItem(job: job.id, file: file, stem: stem))
            }
        }
        items.removeAll { replaced.contains($0.job) }
        guard output.json || !items.isEmpty else {
            return note("No result matches. 'headshot list' shows the jobs.")
        }
        let copies = ExportTarget(path: target)
        await copies.removeDrafts(before: session.now - Self.day)
        let outcome = try await copies.add(items)
        let answer = ExportAnswer(
            outcome: outcome, kinds: kinds, target: target, replaced: replaced.count)
        if !replaced.isEmpty, !output.json {
            note(
                """
                Left out, since there are newer ones of the same photo in the same style: \(replaced.count) \
                (--all-attempts copies them, too).
                """)
        }
        for failure in answer.failed where !output.json {
            note("headshot: \(failure.sentence)")
        }
        try Output.print(answer, asJSON: output.json)
        if !answer.failed.isEmpty { try ExitStatus.badEnds.end() }
    }

    /// In seconds; an export that began longer ago is no longer running.
    private static let day = 86_400.0
    /// The number of jobs read at once.
    private static let page = 500
}

/// What two jobs have in common if the newer one takes the place of the older.
private struct Attempt: Hashable {
    let person: Person
    /// The SHA-256 of the photo.
    let photo: String
    let work: String

    /// Names a job's; `nil` for a job without a photo.
    init?(_ job: Job) {
        guard let input = job.input else { return nil }
        person = job.person
        photo = PhotoName.digest(of: input)
        work = job.workName
    }
}

/// The result of copying what jobs made.
struct ExportAnswer: CommandAnswer {
    let outcome: ExportOutcome
    /// The kinds of the jobs.
    let kinds: Set<JobKind>
    let target: String
    /// How many were left out, since there are newer ones.
    let replaced: Int

    /// The files that were not copied, and why.
    var failed: [(id: JobID, sentence: String)] {
        outcome.unreadable.map { item in
            (
                id: item.job,
                sentence: "\(item.job): \(ResultWords.gone(item.file.locator.printable))"
            )
        }
            + outcome.taken.map { item in
                (
                    id: item.job,
                    sentence: "\(item.job): Other files have its names; choose others with --name."
                )
            }
    }

    func encode(to encoder: any Encoder) throws {
        let added = outcome.added.map { ["id": $0.job, "file": $0.file] as JSONObject }
        let failed = failed.map { ["id": $0.id, "sentence": $0.sentence] as JSONObject }
        try encoder.encode([
            "added": added, "unchanged": outcome.unchanged, "failed": failed,
            "leftOut": replaced == 0 ? nil : replaced,
        ])
    }

    var text: String {
        let (count, unchanged) = (outcome.added.count, outcome.unchanged)
        let before = unchanged == 1 ? "1 was" : "\(unchanged) were"
        let rest = unchanged > 0 ? "; \(before) there before" : ""
        return "Added \(ResultWords.count(count, of: kinds)) to \(target.printable)\(rest)."
    }
}

/// Words for what jobs made.
enum ResultWords {
    /// A number of results: `1 headshot`, `12 analyses`, or `3 files` of different kinds.
    static func count(_ number: Int, of kinds: Set<JobKind>) -> String {
        let (one, many) =
            switch kinds {
            case [.analysis]: ("analysis", "analyses")
            case [.headshot], []: ("headshot", "headshots")
            default: ("file", "files")
            }
        return "\(number) \(number == 1 ? one : many)"
    }

    /// Says that a result which was to be removed is not where it should be.
    static func missing(_ place: String) -> String {
        "The headshot was not at its place, and was not removed: \(place.printable)"
    }

    /// Says what could not be removed of jobs, a sentence each.
    static func problems(_ removal: Removal) -> [(id: JobID, sentence: String)] {
        removal.problems.sorted { $0.key < $1.key }.map { id, detail in
            (id, "Job \(id): This was not removed: \(detail.printable)")
        }
    }

    /// Says that a result is not where it was saved.
    static func gone(_ path: String) -> String {
        "The headshot is not at its place any more: \(path)"
    }
}
