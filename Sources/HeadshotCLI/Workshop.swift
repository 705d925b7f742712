import Generation
import HeadshotWorker
import Isolation
import JobQueue
import Logging
import UnixSignals

/// A worker made from options, with the service that it asks, if there is a key to ask with.
struct Workshop {
    let worker: Worker
    let provider: GeminiProvider?
    private let decoders: DecoderPool
    private let isolation: FenceDemand
    private let logger: Logger

    /// Checks the prompts and the key, if there is one, and takes a worker's lock; nothing is connected yet.
    ///
    /// ``close()`` frees the provider's connections.
    init(
        _ session: Session, _ work: WorkOptions, provider providerOptions: ProviderOptions,
        cap: CapOptions, rule: StopRule, logLevel: Logger.Level, inbox: DisplayInbox? = nil
    ) throws {
        // Photos and answers of megabytes, each for seconds.
        ProcessMemory.giveLargeBlocksBack()
        let configuration = session.configuration
        let prompts = try configuration.prompts(work.prompts)
        let cap = try configuration.cap(cap)
        let model = try configuration.model(providerOptions)
        // A model that the worker chooses by itself has a price.
        if let model, cap.spend != nil, ModelFacts.facts(for: model).pricePerPicture == nil {
            throw CommandError.unpricedModel(model)
        }
        let settings = WorkerSettings(
            concurrency: try configuration.concurrency(work), cap: cap,
            models: model.map { [ProviderKind.gemini.rawValue: $0] } ?? [:],
            maxAttempts: try configuration.maxAttempts(work),
            results: configuration.results(work.results, in: session.home),
            usesPlanes: try configuration.usesPlanes())
        let logger = Self.logger(
            try configuration.logLevel(work) ?? logLevel, configuration.environment, inbox)
        let program = try configuration.decoder(
            work.isolation, configuration.models(work.models).warned())
        let decoders = DecoderPool(program) { greeting in
            WorkerEvent.decoding(fences: greeting.fences, hasNets: greeting.hasNets)
                .log(to: logger)
        }
        let timeout = try configuration.requestTimeout(work.requestTimeout)
        let provider =
            try configuration.isKeySet(providerOptions)
            ? configuration.provider(providerOptions, timeout: timeout) : nil
        do {
            worker = try Worker(
                store: session.store, home: session.home, decoders: decoders, prompts: prompts,
                providers: provider.map { [$0] } ?? [],
                settings: settings, rule: rule,
                environment: configuration.environment.worker { event in
                    event.log(to: logger)
                    if case .left(let job, let state, _, _) = event, state.hasEnded {
                        inbox?.add(ended: job)
                    }
                })
        } catch {
            provider?.shutDown()
            throw error
        }
        self.provider = provider
        self.decoders = decoders
        isolation = program.isolation
        self.logger = logger
    }

    /// Works until the rule or a signal ends it; returns the first signal.
    func run() async throws -> UnixSignal? {
        // Before a job is touched.
        if isolation == .required { _ = try await decoders.greeting() }
        return try await StopSignals.run(worker, logger: logger)
    }

    /// Lets the provider's connections go.
    func close() {
        provider?.shutDown()
    }

    private static func logger(
        _ level: Logger.Level, _ environment: Environment, _ inbox: DisplayInbox?
    ) -> Logger {
        Logger(label: "headshot") { _ in
            LogLines(logLevel: level, environment: environment) { line in
                if let inbox { inbox.add(line: line) } else { note(line) }
            }
        }
    }
}
