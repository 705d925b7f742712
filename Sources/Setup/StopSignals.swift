import Glibc
import Ground
import JobQueue
package import Logging
package import ServiceLifecycle
package import UnixSignals

/// Lets a user or a supervisor stop the program's work by signals.
package enum StopSignals {
    /// Runs a service until it ends, or is stopped by signals.
    ///
    /// The first SIGTERM, SIGINT or SIGHUP requests a graceful end, the second aborts it.
    ///
    /// - Parameters:
    ///   - others: Services beside it, which end with it.
    ///   - session: Whose queue shows, from time to time, that the process still works.
    ///   - isReadyAtOnce: Whether the service manager is notified at the beginning.
    /// - Returns: The first signal, if there was one.
    package static func run(
        _ service: any Service, beside others: [any Service] = [], of session: Session,
        isReadyAtOnce: Bool = true, logger: Logger
    ) async throws -> UnixSignal? {
        let signals = await UnixSignalsSequence(trapping: trapped)
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)
        ]
        services += others.map { .init(service: $0, successTerminationBehavior: .ignore) }
        let manager = ServiceManager(session.configuration.environment)
        if let manager {
            let heartbeat = Heartbeat(manager: manager, isReadyAtOnce: isReadyAtOnce) {
                // Errors are reported elsewhere; here only a hang matters.
                _ = try? await session.store.gates()
            }
            // The first of them ends last.
            services.insert(.init(service: heartbeat, successTerminationBehavior: .ignore), at: 0)
        }
        var configuration = ServiceGroupConfiguration(services: services, logger: logger.quiet)
        configuration.maximumGracefulShutdownDuration = patience
        let group = ServiceGroup(configuration: configuration)
        return try await withThrowingTaskGroup(of: End.self) { tasks in
            tasks.addTask {
                do {
                    try await group.run()
                } catch is CancellationError {
                    // A second signal asked for it.
                }
                return .work
            }
            tasks.addTask { .signals(first: await listen(to: signals, stopping: group, manager)) }
            var stop: UnixSignal?
            // The end of the work stops the listening; a second signal ends the work.
            for try await end in tasks {
                if case .signals(let first) = end { stop = first }
                tasks.cancelAll()
            }
            return stop
        }
    }

    /// Returns after the second signal, or when cancelled.
    private static func listen(
        to signals: UnixSignalsSequence, stopping group: ServiceGroup, _ manager: ServiceManager?
    ) async -> UnixSignal? {
        var first: UnixSignal?
        for await signal in signals {
            if first != nil { return first }
            first = signal
            manager?.notify(.stopping)
            await group.triggerGracefulShutdown()
        }
        return first
    }

    /// The signals that request an end; a program that `nohup` started outlives its terminal.
    private static var trapped: [UnixSignal] {
        var hangUp = sigaction()
        unsafe sigaction(SIGHUP, nil, &hangUp)
        // Functions cannot be compared, but these two are only numbers in place of a function.
        let isIgnored =
            unsafe unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
        return [.sigterm, .sigint] + (isIgnored ? [] : [.sighup])
    }

    /// A request's 60 seconds, and time to save its answer.
    private static let patience: Duration = .seconds(75)

    private enum End: Sendable {
        case work
        case signals(first: UnixSignal?)
    }
}

extension Logger {
    /// The logger for libraries, whose lines about connections that broke are not errors here.
    ///
    /// At the level debug, they print what they are handed down to its last member.
    package var quiet: Logger {
        var logger = self
        logger.logLevel = .critical
        return logger
    }
}

/// The service manager that started this process and wants to hear from it: systemd.
package struct ServiceManager: Sendable {
    private let path: String
    /// How long it waits for a sign of life; `nil` if it wants none.
    package let patience: Duration?

    /// What it may hear.
    package enum News: String, Sendable {
        case ready = "READY=1"
        /// It will say more within 30 seconds; its start takes longer than usual.
        case starting = "EXTEND_TIMEOUT_USEC=30000000"
        case stopping = "STOPPING=1"
        case alive = "WATCHDOG=1"
    }

    /// Without a request in the environment there is no service manager.
    package init?(_ environment: Environment) {
        guard let path = environment[.notifySocket], path.utf8.count <= Self.longestPath,
            "/@".contains(path.prefix(1))
        else { return nil }
        self.path = path
        // The limit is meant for one process.
        let isMeant = environment[.watchdogProcess].map { $0 == "\(getpid())" } ?? true
        patience = environment[.watchdogTime].flatMap {
            isMeant ? Int(digits: $0, in: Self.patiences) : nil
        }
        .map(Duration.microseconds)
    }

    /// Notifies it, as sd_notify(3) says; nothing is done about a manager that does not listen.
    package func notify(_ news: News) {
        let socket = socket(
            AF_UNIX, CInt(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An @ stands for a name that is not a file.
        let name = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
        // `init` has made sure that it fits.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
        let message = Array(news.rawValue.utf8)
        // Both pointers are used only during the call, with the sizes of what they point to.
        _ = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    socket, message, message.count, CInt(clamping: MSG_NOSIGNAL), address,
                    socklen_t(length))
            }
        }
    }

    /// In microseconds, up to a year.
    private static let patiences = 1...31_536_000_000_000

    /// The room for a path in the kernel's structure, but for the zero after it.
    private static let longestPath = 107
}

/// Notifies a service manager that the work is ready, and that it goes on.
struct Heartbeat: Service {
    let manager: ServiceManager
    /// Whether the work is ready as soon as it begins.
    let isReadyAtOnce: Bool
    /// Returns only if the process still works.
    let proof: @Sendable () async -> Void

    func run() async throws {
        if isReadyAtOnce { manager.notify(.ready) }
        await cancelWhenGracefulShutdown {
            guard let patience = manager.patience else {
                try? await gracefulShutdown()
                return
            }
            while !Task.isCancelled {
                // A queue whose server is away is waited for elsewhere: that is not a sign of death.
                await CallPatience.$ofTask.withValue(patience / 6) { await proof() }
                manager.notify(.alive)
                // Twice in the time, so that one may be late.
                // Waits: between two signs of life.
                try? await Task.sleep(for: patience / 3)
            }
        }
    }
}
