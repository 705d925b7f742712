import Glibc
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
    ///   - session: Whose queue shows, from time to time, that the process still works.
    ///   - isReadyAtOnce: Whether the service manager is notified at the beginning.
    /// - Returns: The first signal, if there was one.
    package static func run(
        _ service: any Service, of session: Session, isReadyAtOnce: Bool = true, logger: Logger
    ) async throws -> UnixSignal? {
        let signals = await UnixSignalsSequence(trapping: trapped)
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)
        ]
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
