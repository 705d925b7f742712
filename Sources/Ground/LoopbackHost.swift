extension String {
    /// Whether this host of a URL is this machine.
    ///
    /// A name that begins with 127 is not an address: `127.0.0.1.example.com` can be anywhere.
    public var isLoopbackHost: Bool {
        let host = lowercased()
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }
}
