import Answers
import ArgumentParser
import Foundation
import HeadshotWorker
import JobQueue
import ObjectStore
import Setup

/// `headshot result`: prints where headshots are, or fetches one.
struct ResultCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        "result", "Print the paths of jobs' headshots, one a line, and nothing else.",
        """
        A job without a headshot, or with one that was changed, stops no other; it is reported on standard error. \
        'headshot export' copies headshots under other names. Where a store keeps the files, URLs take the place \
        of paths, and --output fetches what is there.
        """,
        examples: [
            "headshot result 7m2kq4x0ab", "headshot result 7m2kq4x0ab --output me.png",
            "headshot result --all --person anna",
        ],
        exits: [
            .badEnds("a job has no headshot, or one that was changed"), .disk, .away,
            .configuration,
        ])

    @OptionGroup var chosen: JobChoiceOptions

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "Copy the headshot of one job into this file, which must not exist; '-' is standard output.",
            "file"), completion: .file())
    var target: String?

    @Flag(help: "The JSON file beside each headshot, instead of the headshot.")
    var sidecar = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func validate() throws {
        try chosen.filter.mustBe(in: [.succeeded], toBe: "asked for a headshot")
        guard let target else { return }
        if chosen.jobs.count != 1 {
            throw UsageError("--output takes one job; 'headshot export' copies several.")
        }
        if target == "-", output.json {
            throw UsageError("Standard output takes the file or the JSON, not both.")
        }
    }

    func run(in session: Session) async throws {
        try await session.takeBackOrphans()
        let jobs = try await ChosenJobs(chosen, states: [.succeeded], in: session)
        _ = jobs.noteIfEmpty()
        try await DecisionReport.answer(on: jobs, asJSON: output.json) { batch, report in
            for job in batch { try await show(job, &report, session) }
        }
    }

    private func show(
        _ job: Job, _ report: inout DecisionReport, _ session: Session
    ) async throws {
        guard let headshot = try await session.result(of: job) else {
            let charges = try await session.job(job.id.description).charges
            let surroundings = try await JobSurroundings(of: [job], in: session.store)
            let message = UserMessage(
                .badEnds, "no_headshot",
                "Job \(job.id) has no headshot. \(job.sentence(in: surroundings, now: session.now))",
                job.nextStep(charges))
            return report.refuse(job.id, job.state, message)
        }
        let file = sidecar ? headshot.beside("json") : headshot
        do {
            guard let told = try await place(of: file) else { return }
            report.did(job.id, job.state, result: told, told)
        } catch let message as UserMessage where message.code == "headshot_gone" {
            report.refuse(job.id, job.state, message)
        } catch let error as StorageError {
            guard case .unusable = error else { throw error }
            report.refuse(job.id, job.state, UserMessage(error))
        }
    }

    /// The place of the file, or of the copy that was made of it; nil if it was written to standard output.
    private func place(of file: KeptFile) async throws -> String? {
        guard let target else {
            guard try await file.isThereWhole() else {
                throw UserMessage.headshotGone(path: file.locator)
            }
            return file.locator
        }
        guard let bytes = try await file.read() else {
            throw UserMessage.headshotGone(path: file.locator)
        }
        if target == "-" {
            try StandardStream.standardOutput.write(bytes)
            return nil
        }
        try await PrivateFile.write(bytes, as: target)
        return target
    }
}
