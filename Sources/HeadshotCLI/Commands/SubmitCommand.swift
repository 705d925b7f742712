import Answers
import ArgumentParser
import CrashPoints
import Foundation
import Ground
import HeadshotWorker
import JobQueue
import ObjectStore
import PromptFactory
import Setup
import Validation

/// `headshot submit`: queues jobs for photos.
struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "submit", "Hand photos in; each gets a job for each style.",
        """
        When a job's id is printed, the job and its photo survive a power cut. A photo outside the limits is \
        refused with the reason, and the others are queued anyway. With --shrink, a photo that is only too large is \
        made smaller here: the copy is stored, and the file stays as it is.

        Up to \(SubmitLook.mostPhotos) new photos are looked at here first, as by --check-only: one that no headshot is worth is refused \
        before any price is asked, and what will be second best is said. More than that are looked at by the worker.

        A submit of a folder or a list can be stopped at any time and run again: a person has one job of a \
        photo from there in each style, as long as that job is kept. A photo that is named alone is refused where \
        its person has it in the same style already; --again makes another, as 'headshot retry' does.

        The providers 'gemini' and 'openai' ask a model over the network, and are paid; 'local' makes the headshot from the \
        photo itself on this machine, free: it cuts the person out, sets it before the backdrop, keeps the \
        clothes, and turns no head. It is kept with the job: a photo that was handed in for 'local' never \
        leaves this machine.

        What the new jobs cost is said before they are queued; on a terminal, more than $1 is asked about. A \
        job is never made for more than the price shown, unless you name a model that costs more. So --max-cost is the \
        budget of the order in all.

        With --kind analysis a photo is looked at as by 'headshot analyze', on this machine and free, and what was \
        seen is written beside the headshots, as <job>-analysis.json.
        """,
        examples: [
            "headshot submit me.jpg",
            "headshot submit me.jpg --angle left --background casual --wait",
            "headshot submit team/*.jpg --person-from-file-name --all-styles",
            "headshot submit me.jpg --key order-1234 --not-before 22:00",
            "headshot submit me.jpg --provider local --backdrop blur",
            "headshot submit IMG_0815.HEIC --shrink", "headshot submit team/ --check-only",
            "headshot submit team/ --max-cost 5",
            "headshot submit team/ --max-cost 2 --as-many-as-fit",
            "headshot submit team/ --provider local --require-backdrop",
            "headshot submit team/ --person-from-file-name",
            "headshot submit team/ --kind analysis --report",
            "find team -name '*.heic' -print0 | headshot submit --from-file - -0",
        ],
        exits: [
            .badEnds("you did not agree to the price; with --wait, some jobs ended badly"),
            .photoRefused, .halted, .disk,
            .tryLater("the price is above --max-cost, or the queue or the store does not answer"),
            .configuration,
        ])

    @OptionGroup(title: CommandHelp.photoTitle) var photos: PhotoOptions
    @OptionGroup(title: CommandHelp.photoTitle) var size: ShrinkOptions

    @OptionGroup(title: CommandHelp.styleTitle) var kind: KindOptions
    @OptionGroup(title: CommandHelp.styleTitle) var style: StyleOptions
    @OptionGroup(title: CommandHelp.personTitle) var person: PersonOptions

    @Option(
        help: ArgumentHelp(
            "Your own name for the order: a second submit with it gives the first one's job.",
            "key"))
    var key: String?

    @Option(help: ArgumentHelp("Higher is sooner, \(NewJob.priorities).", "number"))
    var priority = 0

    @Option(help: ArgumentHelp("Not before 2026-11-22T09:00:00+01:00, or the next 09:00.", "time"))
    var notBefore: NotBefore?

    @Flag(
        help:
            "Take the photos even if what is seen of a face would refuse them; they are not looked at here."
    )
    var force = false

    @OptionGroup var repeats: RepeatOptions

    @Flag(
        help:
            "Only look at the photos and say what would become of them and what it costs; queue nothing."
    )
    var checkOnly = false

    @OptionGroup var money: MoneyOptions

    @Flag(help: "Wait until the jobs have ended, and show progress.")
    var wait = false

    @Option(
        help: ArgumentHelp(
            "Who makes the headshots.",
            discussion:
                "Default: $HEADSHOT_PROVIDER, else gemini or openai where its API key is set, in this order, else local."
        ))
    var provider: ProviderKind?

    @OptionGroup(title: CommandHelp.globalTitle) var service: ProviderOptions
    @OptionGroup(title: CommandHelp.globalTitle) var cap: CapOptions
    @OptionGroup(title: CommandHelp.globalTitle) var models: ModelOptions
    @OptionGroup(title: CommandHelp.globalTitle) var isolation: IsolationOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if key != nil, !photos.isOneFile { throw UsageError("--key names the order of one photo.") }
        if let key, !OrderKey.nameLengths.contains(key.unicodeScalars.count) {
            throw UsageError("--key must have 1 to \(OrderKey.nameLengths.upperBound) characters.")
        }
        if checkOnly, wait { throw UsageError("--check-only queues nothing to --wait for.") }
        if checkOnly, money.asManyAsFit {
            throw UsageError(
                "--check-only queues nothing, so that nothing is left out: --as-many-as-fit.")
        }
        try repeats.check(photos)
        if kind.isAnalysis { try refuseWhatIsOfHeadshots() }
        guard NewJob.priorities.contains(priority) else {
            throw UsageError("--priority must be \(NewJob.priorities).")
        }
    }

    private func refuseWhatIsOfHeadshots() throws {
        if kind.side != nil, !photos.isOneFile { throw UsageError("--side goes with one photo.") }
        if checkOnly {
            throw UsageError("'headshot analyze' looks at photos without queueing anything.")
        }
        let isOfHeadshots =
            style.angle != nil || style.background != nil || style.backdrop != nil
            || style.allStyles || style.requireBackdrop || force || repeats.again
            || money.maxCost != nil || provider?.isPaid == true
        if isOfHeadshots {
            throw UsageError(
                """
                An analysis has no style and costs nothing: --angle, --background, --backdrop, --require-backdrop, \
                --all-styles, --force, --again, --max-cost and a --provider that asks a model go with headshots.
                """)
        }
    }

    func run() async throws {
        let configuration = try home.settings.configuration()
        guard !checkOnly else {
            return try await CheckOnly(command: self, configuration: configuration).run()
        }
        try await Session.run(home, cap: cap.overrides) { session in
            guard var answer = try await queue(in: session, configuration, printsJobs: true) else {
                return try ExitStatus.badEnds.end()
            }
            if !wait, !output.json, answer.jobs.contains(where: \.isNew) {
                try await session.sayWhoMakes()
            }
            try await end(&answer, session).end()
        }
    }

    /// Queues the photos, after their cost was said; `nil` if the user does not agree.
    ///
    /// - Parameters:
    ///   - reason: Why it is ``provider`` that makes them, if the user did not name it.
    ///   - printsJobs: Whether each job is printed once it survives a power cut.
    func queue(
        in session: Session, _ configuration: Configuration, because reason: ProviderReason? = nil,
        printsJobs: Bool
    ) async throws -> SubmitAnswer? {
        let record = try await record(in: session)
        let provider = try providerKind(of: record, configuration)
        let reason = reason ?? providerReason(of: record, configuration)
        let shrinker = try size.shrinker(configuration, isolation, of: record)
        let submitter = Submitter(
            store: session.store, home: session.home,
            environment: configuration.environment.worker())
        if !kind.isAnalysis { _ = try style.backdrop(for: provider, configuration) }
        let quote = try await session.quote(for: provider, named: service.model)
        let sources = try await photos.sources()
        for line in sources.notes { note(line) }
        var plan = try await plan(sources, submitter, provider, quote, shrinker, configuration)
        // What is made at once need not be foretold.
        try await look(at: &plan, provider, shrinker, configuration, foretells: printsJobs)
        leaveOutWhatDoesNotFit(of: &plan, quote)
        let forecast = try await printForecast(
            plan.newJobs, provider, reason, configuration, session, hasLooked: plan.isLookedAt)
        guard try isAccepted(forecast) else { return nil }
        var intake = Intake(
            submitter: submitter, shrinker: shrinker, isJSON: output.json || !printsJobs,
            bar: bar("queued", sources.photos.count, configuration.environment))
        do {
            // A store that keeps nothing would lose the photo of a job whose id was printed.
            try await session.home.proveStore(configuration.environment)
            try await intake.queue(plan)
        } catch {
            let isAnyQueued = !intake.answer.jobs.isEmpty
            if isAnyQueued { try? write(intake.answer) }
            guard let away = error as? StorageError, away.isOfStore else { throw error }
            // An unfit store does not come back.
            if case .unfit = away { throw away }
            let message = UserMessage(storage: away)
            throw UserMessage(
                .tryLater, message.code,
                message.sentence
                    + (isAnyQueued
                        ? " The other photos were not queued." : " Nothing was queued."),
                "Submit again once it answers: what is in the queue is not queued twice.")
        }
        var answer = intake.answer
        answer.forecast = forecast.map {
            ForecastAnswer($0, now: configuration.environment.now)
        }
        return answer
    }

    /// What is known of the space of the photos' people; `nil` for the command line's own.
    func record(in session: Session) async throws -> SpaceRecord? {
        guard let space = person.space.space else { return nil }
        return try await session.record(of: space)
    }

    /// Who does the jobs: the wished provider, else the space's, else by the settings.
    func providerKind(
        of space: SpaceRecord?, _ configuration: Configuration
    ) throws -> ProviderKind {
        guard !kind.isAnalysis else { return .local }
        let spaces = space.flatMap { ProviderKind(rawValue: $0.settings.provider) }
        return try configuration.providerKind(provider ?? spaces, keyFile: service.apiKeyFile)
    }

    /// Why it is that provider.
    func providerReason(of space: SpaceRecord?, _ configuration: Configuration) -> ProviderReason {
        if provider != nil { return .named }
        if space?.settings.provider != nil { return .ofSpace }
        return configuration.environment[.provider] == nil ? .byKey : .ofSettings
    }

    /// Waits for the jobs if `--wait` is set, and answers; what was queued is answered even if waiting fails.
    private func end(_ answer: inout SubmitAnswer, _ session: Session) async throws -> ExitStatus {
        var status = answer.status
        if wait, !answer.jobs.isEmpty {
            do {
                let watch = Watch(session, output: output.json ? .standardError : .standardOutput)
                let jobs = try await watch.untilEnded(answer.jobs.map(\.id), orHalted: true)
                answer.add(jobs, results: session.results)
                if status == .done { status = ExitStatus(ends: jobs.map(\.state)) }
            } catch {
                try? write(answer)
                throw error
            }
        }
        try write(answer)
        CrashPoint.reach(.jobsPrinted)
        return status
    }

    /// Writes the JSON answer; the text was already written line by line.
    private func write(_ answer: SubmitAnswer) throws {
        guard output.json else { return }
        try Intake.write(answer.jobs, [try AnswerJSON.text(answer)])
    }

    /// Checks the photos, and finds their jobs in the queue.
    func plan(
        _ sources: PhotoSources, _ submitter: Submitter, _ provider: ProviderKind, _ quote: Quote?,
        _ shrinker: PhotoShrinker?, _ configuration: Configuration
    ) async throws -> IntakePlan {
        let environment = configuration.environment
        let zone = try configuration.limits(cap.overrides).timeZone ?? TimeWords.zone
        let wish = try await wish(provider, shrinker, configuration)
        var planner = IntakePlanner(
            submitter: submitter, bar: bar("read", sources.photos.count, environment),
            namesShrunk: !checkOnly)
        for source in sources.photos {
            let person = try person.person(ofPhoto: source.path, loginName: environment.loginName)
            guard let person else {
                planner.refuse(RefusedPhoto(withoutPerson: source.path))
                continue
            }
            switch try await PhotoCheck.run(source.path, shrinker) {
            case .refused(let photo): planner.refuse(photo)
            case .accepted(let photo):
                var order = PhotoOrder(
                    photo: photo, wish: wish, person: person,
                    key: source.isOneOfMany ? .photo : key.map(OrderKey.name), priority: priority,
                    notBefore: notBefore?.date(after: environment.now, in: zone), quote: quote)
                order.isOnce = !kind.isAnalysis && !repeats.again && key == nil
                try await planner.take(order)
            }
        }
        try await planner.flush()
        if !checkOnly {
            noteThatSome(areOnlyTooLarge: planner.plan.refused.count { $0.canShrink == true })
        }
        return planner.plan
    }

    private func wish(
        _ provider: ProviderKind, _ shrinker: PhotoShrinker?, _ configuration: Configuration
    ) async throws -> PhotoOrder.Wish {
        guard kind.isAnalysis else {
            return .headshots(
                HeadshotWish(
                    styles: style.styles, isForced: force, provider: provider,
                    backdrop: try style.backdrop(for: provider, configuration),
                    requiresBackdrop: style.requireBackdrop))
        }
        guard let path = kind.side else { return .analysis(wantsPage: kind.report) }
        var typed = TypedPaths()
        switch try await PhotoCheck.run(typed.path(path), shrinker) {
        case .accepted(let side):
            return .analysis(wantsPage: kind.report, side: side)
        case .refused(let refused):
            refused.writeNote()
            throw ExitStatus.photoRefused.code
        }
    }

    func bar(_ step: String, _ total: Int, _ environment: Environment) -> IntakeBar {
        IntakeBar(step, total: total, environment: environment)
    }
}
