import Ground
package import HeadshotWorker
package import Logging

/// Where a server listens, and for whom.
extension Configuration {
    package static let usualListen = ListenAddress.network(host: "127.0.0.1", port: 8642)

    /// The addresses.
    package func addresses(
        listen: ListenAddress?, admin: ListenAddress?, hosts: [String], proxies: [AddressRange],
        deskHeader: HeaderName? = nil
    ) throws(SetupError) -> ServerAddresses {
        let wanted = "an address with a port, or unix: with the path of a socket"
        let found =
            try setting(listen, .listen, wanted, ListenAddress.init) ?? Self.usualListen
        return ServerAddresses(
            listen: found,
            admin: try setting(admin, .admin, wanted, ListenAddress.init) ?? found.next,
            names: try list(hosts, .hosts, "names with commas between them") {
                $0.canBeHost ? $0 : nil
            },
            proxies: try list(
                proxies, .behindProxy, "addresses or ranges with commas between them",
                AddressRange.init),
            deskHeader: try setting(
                deskHeader, .deskHeader, "the name of a header, as Remote-User"
            ) {
                SecretText.isKey($0) ? nil : HeaderName($0)
            })
    }
}

/// Where a server listens, and to whom it answers.
package struct ServerAddresses: Sendable {
    /// Where apps reach it.
    package var listen: ListenAddress
    /// Where health and metrics are; `nil` for nowhere.
    package var admin: ListenAddress?
    /// The names that it answers to, beside those of this machine.
    package var names: [String]
    /// The addresses of the proxies before it.
    package var proxies: [AddressRange]
    /// The header in which they name an operator who has signed in there; `nil` for none.
    package var deskHeader: HeaderName?

    package init(
        listen: ListenAddress, admin: ListenAddress?, names: [String], proxies: [AddressRange],
        deskHeader: HeaderName? = nil
    ) {
        self.listen = listen
        self.admin = admin
        self.names = names
        self.proxies = proxies
        self.deskHeader = deskHeader
    }
}

/// The name of a header of HTTP.
package struct HeaderName: Sendable, Equatable {
    package let name: String

    /// Accepts 1 to 64 letters, digits and hyphens, a letter first.
    package init?(_ name: String) {
        guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9-]{0,63}/) != nil else { return nil }
        self.name = name
    }
}

/// How a worker or a drain works.
extension Configuration {
    package static let concurrencies = 1...64
    package static let attempts = 1...10
    package static let defaultConcurrency = 4
    package static let defaultAttempts = WorkerSettings.standardAttempts

    /// How many jobs run at once.
    package func concurrency(_ typed: Int? = nil) throws(SetupError) -> Int {
        try number(typed, .concurrency, in: Self.concurrencies) ?? Self.defaultConcurrency
    }

    /// How often a job is tried when the provider fails.
    package func maxAttempts(_ typed: Int? = nil) throws(SetupError) -> Int {
        try number(typed, .maxAttempts, in: Self.attempts) ?? Self.defaultAttempts
    }

    /// The lowest level that is logged; `nil` for the command's default.
    package func logLevel(_ typed: Logger.Level? = nil) throws(SetupError) -> Logger.Level? {
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        return try setting(typed, .logLevel, "one of \(levels)", Logger.Level.init(rawValue:))
    }

    /// When a drain claims no more jobs.
    package func stopRule(
        maxJobs: Int?, maxTime: TimeSpan?, waits: Bool
    ) throws(SetupError) -> StopRule {
        .whenDone(
            maxJobs: try setting(maxJobs, .maxJobs, "1 or more") { number($0, 1...) },
            maxTime: try setting(
                maxTime, .maxTime, "a time like 90s, 10m or 2h", TimeSpan.init(argument:)
            )?.duration, waits: waits)
    }
}

extension ClosedRange<Int> {
    /// Its bounds, as part of a sentence.
    package var words: String { "\(lowerBound) to \(upperBound)" }
}
