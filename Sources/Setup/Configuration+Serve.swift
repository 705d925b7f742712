package import Setup

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
