/// Where a server listens, and for whom.
extension Configuration {
    package static let usualListen = ListenAddress.network(host: "127.0.0.1", port: 8642)

    /// The addresses.
    package func addresses(
        listen: ListenAddress?, admin: ListenAddress?, hosts: [String], proxies: [AddressRange]
    ) throws(SetupError) -> ServerAddresses {
        let wanted = "an address with a port, or unix: with the path of a socket"
        let found =
            try setting(listen, .listen, wanted, ListenAddress.init) ?? Self.usualListen
        return ServerAddresses(
            listen: found,
            admin: try setting(admin, .admin, wanted, ListenAddress.init) ?? found.next,
            names: try list(hosts, .hosts, "names with commas between them") { $0 },
            proxies: try list(
                proxies, .behindProxy, "addresses or ranges with commas between them",
                AddressRange.init))
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

    package init(
        listen: ListenAddress, admin: ListenAddress?, names: [String], proxies: [AddressRange]
    ) {
        self.listen = listen
        self.admin = admin
        self.names = names
        self.proxies = proxies
    }
}
