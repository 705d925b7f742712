import ArgumentParser
import HeadshotServer
import HeadshotWorker
import JobQueue
import Isolation
import Logging
import Pages
import Setup
import UnixSignals

/// `headshot serve`: lets apps reach the queue over HTTP.
struct ServeCommand: LoggingCommand {
    static let configuration = CommandConfiguration(
        "serve", "Let apps and teams reach the queue over HTTP, until stopped.",
        """
        Each request shows a token of a space; 'headshot space add' makes one. The server only feeds the queue \
        and reports on it: workers beside it do the jobs, and only they have a key. With --work, one runs in this \
        process.

        It speaks plain HTTP, so it listens on this machine alone. A proxy before it, such as Caddy or nginx, \
        brings TLS; on another machine, --behind-proxy names its address. With --site, the same server has pages: \
        'headshot invite' makes a link for each person.

        The first SIGTERM, SIGINT or SIGHUP lets running requests end, for up to 20 seconds (75 with --work). \
        The second aborts them.
        """,
        examples: [
            "headshot serve", "headshot serve --listen unix:/run/headshot/http.sock --work",
            "headshot serve --listen 10.0.0.5:8642 --behind-proxy 10.0.0.1 --host photos.example.com",
        ], exits: [.disk, .away, .configuration, .interrupted])

    @Option(
        help: ArgumentHelp(
            "Where apps reach it: an address with a port, or 'unix:' with the path of a socket.",
            "address", default: "$HEADSHOT_LISTEN, else \(Configuration.usualListen)"))
    var listen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "Where /healthz, /readyz and /metrics are.", "address",
            default: "$HEADSHOT_ADMIN, else the next port of 127.0.0.1; for a socket, nowhere"))
    var admin: ListenAddress?

    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "A name that it answers to, beside localhost; may be repeated.", "name",
            default: "$HEADSHOT_HOSTS, with commas between the names"))
    var hosts: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address of a proxy, or a range such as 10.0.0.0/8, from which requests may come; may be repeated.",
            "address", default: "$HEADSHOT_BEHIND_PROXY, with commas between the addresses"))
    var behindProxy: [AddressRange] = []

    @Flag(
        name: .customLong("work"),
        help: ArgumentHelp(
            "Run a worker in this process.", discussion: "Default: whether $HEADSHOT_WORK is 1."))
    var works = false

    @Flag(
        name: .customLong("site"),
        help: ArgumentHelp(
            "Serve the pages for people behind a link, and for an operator.",
            discussion: "Default: whether $HEADSHOT_SITE is 1."))
    var hasSite = false

    @Option(
        help: ArgumentHelp(
            """
            The header in which a proxy names a reader who has signed in there, and who uses the desk as the server's operator. \
            It is believed from the addresses that --behind-proxy names, and on a socket; the proxy must remove it from what \
            clients send.
            """, discussion: "Default: $HEADSHOT_DESK_HEADER, else none.", valueName: "header"))
    var deskHeader: HeaderName?

    @OptionGroup var work: WorkOptions
    @OptionGroup(title: CommandHelp.globalTitle) var provider: ProviderOptions
    @OptionGroup(title: CommandHelp.globalTitle) var cap: CapOptions
    @OptionGroup(title: CommandHelp.globalTitle) var home: HomeOptions

    func run() async throws {
        try await Session.run(home, cap: cap.overrides, isService: true) { session in
            let session = session.saving(in: work.results)
            let configuration = session.configuration
            let addresses = try configuration.addresses(
                listen: listen, admin: admin, hosts: hosts, proxies: behindProxy,
                deskHeader: deskHeader)
            for address in [addresses.listen, addresses.admin].compactMap(\.self)
            where !address.isLocal {
                guard !addresses.proxies.isEmpty, address == addresses.listen else {
                    throw UserMessage(
                        .configuration, "public_address",
                        "\(address) can be reached from other machines, and plain HTTP protects nothing.",
                        """
                        Put a proxy with TLS before it and name its address with --behind-proxy, or listen on \
                        127.0.0.1. Health and metrics stay on this machine.
                        """)
                }
            }
            try await session.home.proveStore(configuration.environment)
            // It listens, and reports that the queue takes no writes, rather than wait for that.
            let limits = try await session.limits(stores: true, waits: false)
            let working = try configuration.flag(works, .work)
            // A worker waits for the queue longer than requests do, so it has separate connections.
            let workersSession = working ? try await session.another() : session
            defer { if working { try? workersSession.store.close() } }
            let setup =
                working
                ? try WorkerSetup(
                    of: Self.self, workersSession, work, provider: provider, limits: limits,
                    rule: .never,
                    logLevel: .info)
                : nil
            defer { setup?.close() }
            let logger = try configuration.logger(
                work.logLevel, work.logFormat, orElse: .info, Notes.write)
            // Strangers' photos arrive without anyone looking on.
            let decoders = DecoderPool(
                try configuration.decoder(
                    work.isolation.isolation, configuration.models(work.models.models).warned(),
                    orElse: .required))
            _ = try await decoders.greeting()
            let examination = Examination(
                configuration: configuration, home: home, provider: provider,
                prompts: work.prompts.prompts, models: work.models, isOffline: true, isDeep: false)
            let server = Server(
                session, addresses,
                (version: ProgramVersion.number, commit: ProgramVersion.commit),
                decoders: decoders, worker: setup?.worker,
                pages: try configuration.flag(hasSite, .site) ? SitePages() : nil,
                examine: { await examination.run() }, logger: logger,
                sentence: { UserMessage($0).sentence }, say: { note($0) },
                ready: { ServiceManager(configuration.environment)?.notify(.ready) })
            let signal = try await StopSignals.run(
                server, of: session, isReadyAtOnce: false, logger: logger)
            if signal == .sigint { try ExitStatus.interrupted.end() }
        }
    }
}
