package import Answers
import Ground
import HTTPTypes
package import HeadshotWorker
import Hummingbird
import HummingbirdCore
import JobQueue
package import Logging
import NIOCore
import NIOPosix
package import Pages
package import ServiceLifecycle
package import Setup
import Synchronization

/// The HTTP service of a queue: it feeds the queue and reports on it, and holds no key of a provider.
///
/// A graceful shutdown ends waiting answers, takes no more connections, and lets running requests end for 20 seconds.
package struct Server: Service {
    private let session: Session
    private let addresses: ServerAddresses
    private let build: Build
    private let decoders: DecoderPool
    private let worker: (any Service)?
    private let pages: SitePages?
    private let examine: (@Sendable () async -> [Check])?
    private let logger: Logger
    private let sentence: @Sendable (any Error) -> String
    private let say: @Sendable (String) -> Void
    private let ready: @Sendable () -> Void
    private let requestMetrics = RequestMetrics()

    /// The program's version, and the commit that it was built from, if that is known.
    package typealias Build = (version: String, commit: String?)

    /// - Parameters:
    ///   - decoders: Look at photos as they come in.
    ///   - worker: A worker that runs in the same process; `nil` for none.
    ///   - pages: Those of the site; `nil` to serve apps only.
    ///   - examine: Examines the machine, for an operator at the desk.
    ///   - sentence: What a person reads of an error, in the log.
    ///   - say: Called with a sentence for each address once the server listens there.
    ///   - ready: Called once apps can reach it.
    package init(
        _ session: Session, _ addresses: ServerAddresses, _ build: Build,
        decoders: DecoderPool, worker: (any Service)? = nil, pages: SitePages? = nil,
        examine: (@Sendable () async -> [Check])? = nil, logger: Logger,
        sentence: @escaping @Sendable (any Error) -> String,
        say: @escaping @Sendable (String) -> Void,
        ready: @escaping @Sendable () -> Void = {}
    ) {
        var session = session
        session.report = { [logger] event in event.log(to: logger) }
        self.session = session
        self.addresses = addresses
        self.build = build
        self.decoders = decoders
        self.worker = worker
        self.pages = pages
        self.examine = examine
        self.logger = logger
        self.sentence = sentence
        self.say = say
        self.ready = ready
    }

    /// Runs until a graceful shutdown or cancellation ends it.
    package func run() async throws {
        let feed = QueueFeed(session, logger: logger)
        let readiness = Readiness(session)
        var services: [any Service] = []
        // They stop in the opposite order: waiting answers end first, and health is served to the last.
        if let address = addresses.admin {
            services.append(
                listener(adminRoutes(readiness).router, at: address, "Health and metrics", {}))
        }
        // After the worker, it still reports what that ended.
        services.append(
            Courier(
                store: session.store, home: session.home,
                environment: session.configuration.environment.worker { [logger] event in
                    event.log(to: logger)
                }))
        if let worker { services.append(Patient(worker)) }
        services += [
            listener(apiRoutes(feed).router, at: addresses.listen, "Apps", ready), feed, readiness,
            Housekeeping(session: session, logger: logger, sentence: sentence),
            try session.keeper(),
            QueueWatch(session: session),
        ]
        // What ends one of them ends all, and requests that are under way get their answers.
        var configuration = ServiceGroupConfiguration(
            services: services.map {
                .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
            }, logger: logger.quiet)
        configuration.maximumGracefulShutdownDuration =
            worker == nil ? Self.patience : Self.workersPatience
        let group = ServiceGroup(configuration: configuration)
        // What the server does in the background holds up no request for long while the queue's server takes no writes.
        try await CallPatience.$ofTask.withValue(Self.patienceBetweenRequests) {
            try await group.run()
        }
    }

    private static let patienceBetweenRequests: Duration = .seconds(2)

    /// A worker, which waits for the queue's server as long as a separate process would.
    private struct Patient: Service {
        let worker: any Service

        init(_ worker: any Service) { self.worker = worker }

        func run() async throws {
            try await CallPatience.$ofTask.withValue(nil) { try await worker.run() }
        }
    }

    /// Routes as they are served, and as they were declared.
    typealias ServedRoutes = (router: Router<ServerContext>, declarations: [RouteDeclaration])

    func apiRoutes(_ feed: QueueFeed) -> ServedRoutes {
        let handlers = Handlers(session, feed, decoders)
        let site = pages.map {
            Site(handlers, $0, deskHeader: addresses.deskHeader?.name, examine: examine)
        }
        return routes(forApps: true, site) { routes in
            handlers.add(to: routes)
            site?.add(to: routes)
        }
    }

    /// Health and metrics, on a separate listener that no proxy shows to the world.
    func adminRoutes(_ readiness: Readiness) -> ServedRoutes {
        let metrics = ServerMetrics(session, build, requestMetrics)
        return routes(forApps: false) { routes in
            // Says only that the process answers, so that a supervisor does not end it for a full disk.
            routes.add(.get, "/healthz", .open) { _, _, _ in try .json(["status": "ok"]) }
            routes.add(.get, "/readyz", .open) { _, _, _ in
                let answer = await readiness.look()
                return try Response.json(
                    answer, status: answer.status == .unavailable ? .serviceUnavailable : .ok)
            }
            routes.add(.get, "/metrics", .open) { _, _, _ in
                .text(try await metrics.text(), as: "text/plain; version=0.0.4; charset=utf-8")
            }
        }
    }

    private func routes(
        forApps: Bool, _ site: Site? = nil, _ add: (Routes) -> Void
    ) -> ServedRoutes {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        if forApps {
            router.add(middleware: requestMetrics)
            router.add(middleware: AccessLog(logger: logger))
        }
        router.add(middleware: SecurityHeaders())
        router.add(middleware: Problems(logger: logger))
        if let site { router.add(middleware: SiteProblems(site: site, logger: logger)) }
        if forApps { router.add(middleware: ProxyCheck(proxies: addresses.proxies)) }
        router.add(middleware: HostCheck(names: names))
        router.add(middleware: QueuePatience())
        let routes = Routes(router, AccessControl(session: session, proxies: addresses.proxies))
        add(routes)
        router.add(middleware: MethodCheck(router))
        return (router, routes.declarations)
    }

    private var names: Set<String> {
        Set(["localhost", "127.0.0.1", "[::1]"] + addresses.names.map { $0.lowercased() })
    }

    func listener(
        _ router: Router<ServerContext>, at address: ListenAddress, _ who: String,
        limits: ConnectionLimits = ConnectionLimits(),
        _ listening: @escaping @Sendable () -> Void
    ) -> some Service {
        let connections = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ParserProblems(logger: logger), ConnectionDeadlines(limits),
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: Self.headerBytes, maxHeaderListSize: Self.headerBytes,
                maxHeaderFieldCount: Self.headerFields))
        let responder = router.buildResponder()
        return NamedListener(address: address) { [say, logger] bind, publish in
            Application(
                responder: responder,
                server: HTTPServerBuilder { responder in
                    StrictHTTP1(
                        connections: HTTP1Channel(
                            responder: responder, configuration: connections),
                        mostBytes: PhotoBody.mostBytes)
                },
                configuration: .init(
                    address: bind,
                    availableConnectionsDelegate: .maximum(
                        Self.connections, logger: logger.quiet)),
                onServerRunning: { channel in
                    do {
                        try publish()
                    } catch {
                        // A socket that others can reach is not served; the listener throws why.
                        channel.close(promise: nil)
                        return
                    }
                    let port = channel.localAddress?.port
                    say("\(who): \(address.url(port: port))")
                    listening()
                }, logger: logger.quiet)
        }
    }

    /// A photo on its way through a slow line.
    private static let patience: Duration = .seconds(20)
    /// A request to a provider, and time to save its answer.
    private static let workersPatience: Duration = .seconds(75)
    /// More would only share the same disk and processors; a file open beside each still leaves room in the 1,024
    /// descriptors that a process usually has.
    static let connections = 384
    /// In bytes.
    private static let headerBytes = 16_384
    private static let headerFields = 64
}

extension ListenAddress {
    /// The address as a client writes it, with the port that the system chose.
    fileprivate func url(port: Int?) -> String {
        switch self {
        case .socket(let path): "unix:\(path)"
        case .network(let host, let wished):
            "http://\(ListenAddress.network(host: host, port: port ?? wished))"
        }
    }
}

/// A listener that says which address the system refused.
struct NamedListener: Service {
    let address: ListenAddress
    /// Makes the service of an address, which calls back once it is bound.
    let service:
        @Sendable (
            _ bind: BindAddress, _ publish: @escaping @Sendable () throws -> Void
        ) -> any Service

    func run() async throws {
        do {
            switch address {
            case .network(let host, let port):
                try await service(.hostname(host, port: port)) {}.run()
            case .socket(let path):
                let socket = try PrivateSocket(at: path)
                let published = Mutex(Result<PrivateSocket.FileNumber?, ServerError>.success(nil))
                defer { socket.remove(try? published.withLock(\.self).get()) }
                let bound = service(.unixDomainSocket(path: socket.place)) {
                    let outcome = Result { () throws(ServerError) in try socket.publish() }
                        .map(Optional.some)
                    published.withLock { $0 = outcome }
                    _ = try outcome.get()
                }
                do {
                    try await bound.run()
                } catch {
                    // Thrown instead of the error that only says that the listener has ended.
                    _ = try published.withLock(\.self).get()
                    throw error
                }
            }
        } catch let error as IOError {
            throw ServerError.cannotListen(
                address: "\(address)", detail: SystemError.words(for: error.errnoCode))
        } catch is UnixDomainSocketPathWrongType {
            throw ServerError.cannotListen(
                address: "\(address)", detail: "Another file is there, which is not a socket")
        }
    }
}
