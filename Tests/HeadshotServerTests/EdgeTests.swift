import NIOCore
import Testing

@testable import HeadshotServer

struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8642", true, "127.0.0.1:8643"), ("localhost:0", true, "127.0.0.1:0"),
        ("[::1]:80", true, "127.0.0.1:81"), ("0.0.0.0:80", false, "127.0.0.1:81"),
        ("10.0.0.5:65535", false, nil), ("photos.example.com:80", false, "127.0.0.1:81"),
        ("unix:/run/headshot/http.sock", true, nil),
    ])
    func `an address is read as it is written`(text: String, isLocal: Bool, next: String?) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.description == text)
        #expect(address.isLocal == isLocal)
        #expect(address.next?.description == next)
    }

    @Test(arguments: [
        "", "8642", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:x", "unix:", "unix:a",
        "unix:/" + String(repeating: "a", count: 108), "::1:80", "a b:80", "http://localhost:80",
    ])
    func `what is no address is refused`(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }
}

struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
        ("0.0.0.0/0", "192.0.2.1", true), ("192.168.128.0/17", "192.168.127.255", false),
        ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
        ("0.0.0.0/0", "::1", false),
    ])
    func `a range has its addresses`(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(try range.contains(SocketAddress(ipAddress: address, port: 1)) == isInside)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0", "fd00::/129", "a"])
    func `what is no range is refused`(_ text: String) {
        #expect(AddressRange(text) == nil)
    }
}

struct RateLimitTests {
    @Test func `a token has a burst, and then a steady rate of its own`() {
        let rates = RateLimit()
        let start = ContinuousClock.now
        var taken = 0
        while rates.take(for: "a", at: start) == nil { taken += 1 }
        #expect(taken == 40)
        #expect(rates.take(for: "a", at: start) == 1)
        #expect(rates.take(for: "b", at: start) == nil)
        for _ in 0..<20 { #expect(rates.take(for: "a", at: start + .seconds(1)) == nil) }
        #expect(rates.take(for: "a", at: start + .seconds(1)) != nil)
    }
}

struct HostCheckTests {
    @Test(arguments: [
        ("localhost", "localhost"), ("LocalHost:80", "localhost"), ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:80", "[::1]"), ("[::1]", "[::1]"), ("", ""),
    ])
    func `a name is compared without its port`(authority: String, name: String) {
        #expect(HostCheck.name(of: authority) == name)
    }
}
