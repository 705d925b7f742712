import Answers
import ArgumentParser
import Decoding
import Foundation
import Generation
import HeadshotWorker
import Isolation
import JobQueue
import Logging
import ServiceLifecycle
import Setup
import UnixSignals

/// A worker made from settings, with the services whose keys are set.
struct WorkerSetup {
    let worker: Worker
    let providers: [ServiceProvider]
    private let session: Session
    private let decoders: DecoderPool
    private let isolation: FenceDemand
    private let logger: Logger

    /// Checks the prompts and the keys that are set, and takes a worker's lock; connects to nothing yet.
    ///
    /// ``close()`` frees the providers' connections.
    ///
    /// - Parameters:
    ///   - command: The command that it is a part of.
    ///   - logLevel: The lowest level that is logged, unless a setting says otherwise.
    ///   - only: The only jobs to do, if not all.
    ///   - inbox: Gets the log and the jobs that have ended; `nil` logs to standard error.
    init(
        of command: any ParsableCommand.Type, _ session: Session, _ work: WorkOptions,
        provider options: ProviderOptions, limits cap: DailyCap, rule: StopRule,
        logLevel: Logger.Level, only: Set<JobID>? = nil,
        inbox: DisplayInbox? = nil
    ) throws {
        // Photos and answers take megabytes, each for seconds.
        ProcessMemory.giveLargeBlocksBack()
        let configuration = session.configuration
        let overrides = options.overrides
        let prompts = try configuration.prompts(work.prompts.prompts)
        let words = try configuration.words(work.prompts.prompts)
        var models: [String: String] = [:]
        for kind in ProviderKind.paid {
            models[kind.rawValue] = try configuration.model(overrides.of(kind))
        }
        // A model that the worker chooses has a known price.
        let unpriced = models.values.sorted().first {
            ModelFacts.facts(for: $0).pricePerPicture == nil
        }
        if let unpriced, cap.spend != nil { throw SetupError.unpricedModel(unpriced) }
        // Models for words can be named only if they have a price.
        for kind in ProviderKind.paid {
            models[WordsLane.name(of: kind.rawValue)] = try configuration.wordsModel(of: kind)
        }
        let settings = WorkerSettings(
            concurrency: try configuration.concurrency(work.concurrency), cap: cap, models: models,
            maxAttempts: try configuration.maxAttempts(work.maxAttempts),
            results: configuration.results(work.results, in: session.home), only: only,
            introduction: LiveWorker(
                command: command.configuration.commandName ?? "",
                host: configuration.environment.hostName,
                process: configuration.environment.processNumber, started: session.now))
        let logger = try configuration.logger(work.logLevel, work.logFormat, orElse: logLevel) {
            if let inbox { inbox.add(line: $0) } else { Notes.write($0) }
        }
        let places: Logger.Metadata = [
            "home.folder": "\(session.home.root)", "limits.daily_cap": "\(cap.charges)",
            "limits.spend": "\(cap.spend.map(MoneyWords.dollars) ?? "none")",
            "limits.time_zone": "\(cap.timeZone.identifier)",
            "results.place": "\(settings.results)",
        ]
        let program = try configuration.decoder(
            work.isolation.isolation, configuration.models(work.models.models).warned())
        let decoders = DecoderPool(program) { greeting in
            WorkerEvent.decoding(fences: greeting.fences, hasNets: greeting.hasNets)
                .log(to: logger)
        }
        let timeout = try configuration.requestTimeout(work.requestTimeout)
        let providers = try configuration.keyedProviders(overrides).map {
            try configuration.provider(overrides.of($0), timeout: timeout)
        }
        do {
            worker = try Worker(
                store: session.store, home: session.home, decoders: decoders, prompts: prompts,
                words: words, analysisFiles: .asAnalyzed, providers: providers,
                settings: settings, rule: rule,
                environment: configuration.environment.worker { event in
                    event.log(to: logger)
                    if case .started = event {
                        logger.info("limits and places", metadata: places)
                    }
                    if case .stopping(let running, let requests) = event,
                        StandardStream.standardError.isTerminal,
                        let words = StopWords.line(running, requests)
                    {
                        if let inbox { inbox.add(line: words) } else { Notes.write(words) }
                    }
                    if case .left(let job, let state, _, _, _) = event, state.hasEnded {
                        inbox?.add(ended: job)
                    }
                })
        } catch {
            for provider in providers { provider.shutDown() }
            throw error
        }
        self.session = session
        self.providers = providers
        self.decoders = decoders
        isolation = program.isolation
        self.logger = logger
    }

    /// Runs until the rule or a signal ends it; returns the first signal.
    ///
    /// - Parameter keeps: Whether things are removed beside it that are not kept any longer.
    func run(keeps: Bool = false) async throws -> UnixSignal? {
        // Before a job is touched.
        try await session.home.proveStore(session.configuration.environment)
        if isolation == .required { _ = try await decoders.greeting() }
        var others: [any Service] = []
        if keeps {
            var keeping = session
            keeping.report = { [logger] event in event.log(to: logger) }
            others = [try keeping.keeper()]
        }
        return try await StopSignals.run(worker, beside: others, of: session, logger: logger)
    }

    func close() {
        for provider in providers { provider.shutDown() }
    }
}

/// What is printed on a terminal after the first Ctrl-C.
enum StopWords {
    /// The line; `nil` if no job is running.
    ///
    /// - Parameter running: How many jobs have been begun.
    static func line(_ running: Int, _ requests: RequestsUnderWay) -> String? {
        guard running > 0 else { return nil }
        guard requests.count > 0 else {
            return """
                Stopping: \(CountWords.jobs(running)) will end first, or go back into the queue. Ctrl-C again puts all of \
                them back; nothing is charged.
                """
        }
        let price = requests.price.map { "about \(MoneyWords.dollars($0))" } ?? "an unknown sum"
        let (subject, object) =
            requests.count == 1
            ? ("1 request is on its way, and will", "it")
            : ("\(requests.count) requests are on their way, and will", "them")
        return """
            Stopping: \(subject) end first, which takes up to 75 seconds. Ctrl-C again gives \(object) up, and \(price) \
            may be charged for nothing.
            """
    }
}
