import ArgumentParser
import CrashPoints
import Foundation
import HeadshotWorker
import JobQueue
import PromptFactory
import Validation

/// `headshot submit`: hands photos in.
struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Hand photos in; each gets a job for each style.",
        discussion: """
            When a job's id is printed, the job and its photo survive a power cut. A photo outside the limits is \
            refused with the reason, and the others are queued all the same.

            A submit of a folder or a list can be stopped at any time and run again: a person has one job of a \
            photo from there in each style, as long as that job is kept. 'headshot retry' makes another.

            The provider 'gemini' is a model, asked over the network and paid; 'local' makes a cleaned-up crop of the \
            photo on this machine, free, with the photo's own clothes and background, and turns no head. It is \
            kept with the job: a photo that was handed in for 'local' is sent to nobody.

            \(HelpText.ending(
                [
                    "headshot submit me.jpg",
                    "headshot submit me.jpg --angle left --background casual --wait",
                    "headshot submit team/*.jpg --person-from-file-name --all-styles",
                    "headshot submit me.jpg --key order-1234 --not-before 22:00",
                    "headshot submit me.jpg --provider local",
                    "headshot submit team/ --check-only",
                    "headshot submit team/ --person-from-file-name",
                    "find team -name '*.heic' -print0 | headshot submit --from-file - -0",
                ],
                [.done, .badEnds, .usage, .photoRefused, .halted, .disk, .configuration]))
            """)

    @OptionGroup var photos: PhotoOptions

    @OptionGroup var style: StyleOptions
    @OptionGroup var person: PersonOptions

    @Option(
        help: ArgumentHelp(
            "Your own name for the order: a second submit with it gives the first one's job.",
            valueName: "key"))
    var key: String?

    @Option(
        help: ArgumentHelp("Higher is sooner, \(NewJob.priorities).", valueName: "number"))
    var priority = 0

    @Option(
        help: ArgumentHelp(
            "Not before 2026-11-22T09:00:00+01:00, or the next 09:00.", valueName: "time"))
    var notBefore: NotBefore?

    @Flag(help: "Take the photos even if what was seen of a face would refuse them.")
    var force = false

    @Flag(help: "Only look at the photos and say what would become of them; queue nothing.")
    var checkOnly = false

    @Flag(help: "Wait until the jobs have ended, and show how far they are.")
    var wait = false

    @Option(
        help: ArgumentHelp(
            "Who makes the headshots.",
            discussion: "Default: gemini where an API key is set, else local."))
    var provider: ProviderKind?

    @OptionGroup var service: ProviderOptions
    @OptionGroup var cap: CapOptions
    @OptionGroup var isolation: IsolationOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if key != nil, !photos.isOneFile {
            throw ArgumentParser.ValidationError("--key names the order of one photo.")
        }
        if let key, !OrderKey.nameLengths.contains(key.unicodeScalars.count) {
            throw ArgumentParser.ValidationError(
                "--key must have 1 to \(OrderKey.nameLengths.upperBound) characters.")
        }
        if checkOnly, wait {
            throw ArgumentParser.ValidationError("--check-only queues nothing to --wait for.")
        }
        guard NewJob.priorities.contains(priority) else {
            throw ArgumentParser.ValidationError("--priority must be \(NewJob.priorities).")
        }
    }

    func run() async throws {
        guard !checkOnly else { return try await giveVerdicts() }
        try await Session.run(home) { session in
            let settings = try session.configuration.cap(cap)
            let maker = try session.configuration.maker(provider, service)
            var answer = try await submit(session, maker)
            try await announce(answer.jobs.filter(\.isNew), maker, cap: settings, session)
            var status: ExitStatus = answer.refused.isEmpty ? .done : .photoRefused
            if wait, !answer.jobs.isEmpty {
                let watch = Watch(session, output: output.json ? .standardError : .standardOutput)
                let jobs = try await watch.untilEnded(answer.jobs.map(\.id), orHalted: true)
                answer.add(jobs)
                if status == .done { status = ExitStatus(ends: jobs) }
            }
            if output.json { try Intake.tell(answer.jobs, [try Answers.json(answer)]) }
            CrashPoint.reach(.jobsPrinted)
            try status.end()
        }
    }

    /// Looks at the photos as a worker would, without a queue.
    private func giveVerdicts() async throws {
        let configuration = Configuration()
        let maker = try configuration.maker(provider, service)
        let angles =
            maker == .local ? Angle.allCases.filter(style.styles.map(\.angle).contains) : []
        let sources = try await photos.sources()
        for line in sources.notes { note(line) }
        var looked: [AnalyzedPhoto] = []
        try await PhotoLooker(configuration, isolation).look(at: sources.photos.map(\.path)) {
            seen in
            let photo = seen.held(against: angles)
            looked.append(photo)
            if !output.json { try Answers.tell(line: photo.verdict(isForced: force)) }
        }
        if output.json {
            try Answers.write(line: Answers.json(AnalyzeAnswer(looked, side: nil)))
        }
        let isRefused = looked.contains { !$0.isAccepted(isForced: force) }
        if isRefused { try ExitStatus.photoRefused.end() }
    }

    /// Says what the new jobs cost and what they wait for.
    private func announce(
        _ jobs: [SubmittedJob], _ maker: ProviderKind, cap: DailyCap, _ session: Session
    ) async throws {
        guard !jobs.isEmpty else { return }
        let isKeySet = try session.configuration.isKeySet(service)
        guard maker == .gemini else {
            return note(Forecast.local(newJobs: jobs.count, isKeySet: isKeySet))
        }
        let now = session.configuration.environment.now
        let usage = try await session.store.usage(cap: cap, now: now)
        var places: [Int] = []
        for person in Set(jobs.compactMap { Person($0.person) }) {
            let waiting = try await session.store.waiting(of: person, provider: maker.rawValue)
            places.append((usage[person]?.usedToday ?? 0) + waiting.values.reduce(0, +))
        }
        let waiting = try await session.store.waiting(provider: maker.rawValue)
        let gates = try await session.store.gates().compactMap { GateWords($0, now: now) }
        let forecast = Forecast(
            newJobs: jobs.count, model: session.configuration.model(service), isKeySet: isKeySet,
            cap: cap, places: places, waiting: waiting.values.reduce(0, +),
            spent: usage.values.map(\.today).reduce(Money(), +), gate: gates.first)
        for line in forecast.lines(now: now) { note(line) }
    }

    /// Queues the photos, in as many transactions as it takes.
    private func submit(
        _ session: Session, _ maker: ProviderKind
    ) async throws -> SubmitAnswer {
        let environment = session.configuration.environment
        let sources = try await photos.sources()
        for line in sources.notes { note(line) }
        let submitter = Submitter(
            store: session.store, home: session.home, environment: environment.worker())
        var intake = Intake(
            submitter: submitter, isJSON: output.json,
            bar: IntakeBar(total: sources.photos.count, environment: environment))
        for source in sources.photos {
            do {
                try await intake.take(try await order(source, maker, environment))
            } catch let refused as PhotoRefusal {
                intake.refuse(refused.photo)
            }
        }
        try await intake.flush()
        return intake.answer
    }

    private func order(
        _ source: PhotoSource, _ maker: ProviderKind, _ environment: Environment
    ) async throws -> PhotoOrder {
        let path = source.path
        guard let person = person.person(ofPhoto: path, loginName: environment.loginName) else {
            throw PhotoRefusal(path, problem: "\(path.printable): its name is no person's id.")
        }
        return PhotoOrder(
            photo: try await check(path), styles: style.styles, isForced: force, provider: maker,
            person: person,
            key: source.isOneOfMany ? .photo : key.map(OrderKey.name), priority: priority,
            notBefore: notBefore?.date(after: environment.now, in: .current))
    }

    private func check(_ path: String) async throws -> CheckedPhoto {
        do {
            let photo = try await Submitter.check(path)
            guard photo.inspection.isAccepted else {
                throw PhotoRefusal(path, findings: photo.inspection.findings)
            }
            return photo
        } catch let error as Validation.ValidationError {
            let message = UserMessage(error)
            guard message.status == .photoRefused else { throw error }
            throw PhotoRefusal(path, problem: message.sentence)
        }
    }
}

/// One photo that cannot be queued, which does not stop the others.
private struct PhotoRefusal: Error {
    let photo: RefusedPhoto

    init(_ path: String, findings: [Finding] = [], problem: String? = nil) {
        photo = RefusedPhoto(photo: path, findings: findings, problem: problem)
    }
}
