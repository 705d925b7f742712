import Answers
import ArgumentParser
import FaceFacts
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import Logging
import Setup
import UnixSignals

/// `headshot make`: submits photos, does their jobs, and prints where the headshots are.
struct MakeCommand: LoggingCommand {
    static let configuration = CommandConfiguration(
        "make", "Make a headshot of each photo now, and print where it is.",
        """
        A submit and a drain in one: the jobs are in the queue, with its promises, and only they are done here. If \
        another worker takes one of them, this command waits for it. Photos are looked at, and refused, as by \
        'headshot submit'.

        The headshots are made on this machine, free, unless --provider names one that is paid. Then the cost is said first, \
        and more than $1 is asked about, as by 'headshot submit'. The paths are the answer; what is second best about a \
        headshot, and what it cost, is said beside them.
        """,
        examples: [
            "headshot make me.jpg", "headshot make me.jpg --background casual",
            "headshot make team/ --person-from-file-name --all-styles",
            "headshot make me.jpg --provider gemini --max-cost 0.10",
        ],
        exits: [
            .badEnds("a headshot could not be made, or you did not agree to the price"),
            .photoRefused, .disk,
            .tryLater(
                "a job waits, the price is above --max-cost, or the queue does not answer"),
            .configuration, .interrupted,
        ])

    @OptionGroup(title: CommandHelp.photoTitle) var photos: PhotoOptions
    @OptionGroup(title: CommandHelp.photoTitle) var size: ShrinkOptions
    @OptionGroup(title: CommandHelp.styleTitle) var style: StyleOptions
    @OptionGroup(title: CommandHelp.personTitle) var person: PersonOptions

    @Option(help: "Who makes the headshots. Default: local, which is this machine, free.")
    var provider: ProviderKind?

    @OptionGroup var money: MoneyOptions

    @Flag(help: "Take the photos even if what is seen of a face would refuse them.")
    var force = false

    @OptionGroup var repeats: RepeatOptions

    @OptionGroup(title: CommandHelp.globalTitle) var work: WorkOptions
    @OptionGroup(title: CommandHelp.globalTitle) var service: ProviderOptions
    @OptionGroup(title: CommandHelp.globalTitle) var cap: CapOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try repeats.check(photos) }

    func run() async throws {
        let configuration = try home.settings.configuration()
        let order = try order
        try await Session.run(home, cap: cap.overrides) { session in
            let session = session.saving(in: work.results)
            guard
                var answer = try await order.queue(
                    in: session, configuration, because: provider == nil ? .usual : nil,
                    printsJobs: false)
            else {
                return try ExitStatus.badEnds.end()
            }
            let ids = answer.jobs.map(\.id)
            let (jobs, isInterrupted) = try await make(ids, session)
            answer.add(jobs, results: session.results)
            if output.json {
                try Output.write(line: AnswerJSON.text(answer))
            } else {
                for job in jobs { try await tell(job, session) }
            }
            if isInterrupted { return try ExitStatus.interrupted.end() }
            let ends = ExitStatus(made: jobs.map(\.state))
            try (ends == .done ? answer.status : ends).end()
        }
    }

    /// The order that `submit` would take.
    private var order: SubmitCommand {
        get throws {
            // All that a submit has beside what is set here is as without options.
            var order = try SubmitCommand.parse(["-"])
            order.photos = photos
            order.size = size
            order.style = style
            order.person = person
            order.provider = provider ?? .local
            order.money = money
            order.force = force
            order.repeats = repeats
            order.service = service
            order.cap = cap
            order.models = work.models
            order.isolation = work.isolation
            order.home = home
            order.output = output
            return order
        }
    }

    /// Has the jobs done; returns them as they are then, and whether the user interrupted it.
    ///
    /// They are done here even beside another worker, which may do other jobs only, or end before it comes to these. A job
    /// that another one has claimed is waited for, and done here if it is put back.
    private func make(_ ids: [JobID], _ session: Session) async throws -> ([Job], Bool) {
        guard !ids.isEmpty else { return ([], false) }
        while true {
            let signal = try await work(ids, session)
            var jobs: [Job] = []
            for id in ids {
                if let found = try await session.store.job(id) { jobs.append(found.job) }
            }
            let elsewhere = jobs.count { $0.state == .running }
            guard signal == nil, elsewhere > 0 else { return (jobs, signal == .sigint) }
            note("Another worker has \(CountWords.jobs(elsewhere)) of these, and is waited for.")
            let watch = Watch(session, output: .standardError)
            _ = try await watch.until(jobs.map(\.id)) { job, _ in job.state != .running }
        }
    }

    /// Does the jobs that no other worker has, until none of them is due; returns the signal that stopped it.
    private func work(_ ids: [JobID], _ session: Session) async throws -> UnixSignal? {
        let inbox = StandardStream.standardError.isTerminal ? DisplayInbox() : nil
        let setup = try WorkerSetup(
            of: Self.self, session, work, provider: service,
            limits: try await session.limits(stores: true),
            rule: .whenDone(maxJobs: nil, maxTime: nil, waits: false), logLevel: .warning,
            only: Set(ids), inbox: inbox)
        defer { setup.close() }
        guard let inbox else { return try await setup.run() }
        return try await Watch(session, output: .standardError, inbox: inbox)
            .queue { try await setup.run() }
    }

    /// Prints where a headshot is; what else there is to know of it goes to standard error.
    private func tell(_ job: Job, _ session: Session) async throws {
        let photo = (job.inputName ?? "").printable
        guard job.state == .succeeded, let path = job.result(in: session.results) else {
            let next = try await session.store.job(job.id).flatMap { $0.job.nextStep($0.charges) }
            let surroundings = try await JobSurroundings(of: [job], in: session.store)
            note("headshot: \(photo): \(job.sentence(in: surroundings, now: session.now))")
            return note("  \(next ?? "'headshot show \(job.id)' has all of it.")")
        }
        try Output.write(line: path)
        let seen = job.photoFindings + (job.headshotAnalysis?.findings ?? [])
        for finding in seen where finding.severity != .refusal {
            note("  \(photo): \(finding.sentence.printable)")
        }
        let charges = try await session.store.job(job.id)?.charges ?? []
        for charge in charges { note("  \(photo): \(MoneyWords.price(of: charge))") }
    }
}

extension ExitStatus {
    /// The status of jobs that were to be made now: one that waits is for later.
    fileprivate init(made states: [JobState]) {
        let bad: [JobState] = [.rejected, .failed, .uncertain]
        self =
            states.contains(where: bad.contains)
            ? .badEnds : states.contains { !$0.hasEnded } ? .tryLater : .done
    }
}
