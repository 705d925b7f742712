import HTTPTypes
import Hummingbird
import JobQueue
import Logging
import NIOCore
import NIOEmbedded
import Setup
import Testing

@testable import HeadshotServer

@Suite(.timeLimit(.minutes(10)))
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

@Suite(.timeLimit(.minutes(10)))
struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
        ("0.0.0.0/0", "192.0.2.1", true), ("192.168.128.0/17", "192.168.127.255", false),
        ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
        ("0.0.0.0/0", "::1", false),
        // As a socket of IPv6 names an address of IPv4.
        ("10.0.0.0/8", "::ffff:10.0.0.1", true), ("10.0.0.0/8", "::ffff:11.0.0.1", false),
        ("::ffff:10.0.0.0/104", "10.0.0.1", true), ("::ffff:10.0.0.0/104", "11.0.0.1", false),
        ("::ffff:10.0.0.1", "10.0.0.1", true), ("::/0", "10.0.0.1", false),
        ("fd00::/8", "::ffff:10.0.0.1", false),
    ])
    func `a range has its addresses`(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(try range.contains(SocketAddress(ipAddress: address, port: 1)) == isInside)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "::ffff:10.0.0.0/95",
        "::ffff:10.0.0.0/129", "10.0.0.0/9223372036854775808", "10.0.0.0/", "10.0.0", "fd00::/129",
        "a",
    ])
    func `what is no range is refused`(_ text: String) {
        #expect(AddressRange(text) == nil)
    }
}

extension AddressRangeTests {
    @Test(arguments: ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    func `this machine is itself by each of its addresses`(address: String) throws {
        let address = try SocketAddress(ipAddress: address, port: 1)
        #expect(AddressRange.loopback.contains { $0.contains(address) })
    }
}

@Suite(.timeLimit(.minutes(10)))
struct RateLimitTests {
    @Test(arguments: [
        (RateLimit.Rate.ofPerson, 40, 20), (.ofToken, 200, 100), (.ofStrangers, 40, 20),
    ])
    func `each key has a burst, and then a steady rate of its own`(
        rate: RateLimit.Rate, burst: Int, steady: Int
    ) {
        let rates = RateLimit()
        let start = ContinuousClock.now
        var taken = 0
        // A bound, so that a limit that is gone is noticed and not waited for.
        while taken < 100_000, rates.take(for: "a", rate, at: start) == nil { taken += 1 }
        #expect(taken == burst)
        #expect(rates.take(for: "a", rate, at: start) == 1)
        #expect(rates.take(for: "b", rate, at: start) == nil)
        for _ in 0..<steady {
            #expect(rates.take(for: "a", rate, at: start + .seconds(1)) == nil)
        }
        #expect(rates.take(for: "a", rate, at: start + .seconds(1)) != nil)
        // However long one was silent, there is no more at once than before.
        taken = 0
        while taken < 100_000, rates.take(for: "a", rate, at: start + .seconds(3600)) == nil {
            taken += 1
        }
        #expect(taken == burst)
    }

    @Test func `made-up keys are forgotten once they may do everything again`() {
        let rates = RateLimit()
        let start = ContinuousClock.now
        var taken = 0
        while taken < 100_000, rates.take(for: "busy", .ofPerson, at: start + .seconds(60)) == nil {
            taken += 1
        }
        for number in 0..<5000 {
            let moment = start + .seconds(60) + .milliseconds(10 * number)
            #expect(rates.take(for: "person \(number)", .ofPerson, at: moment) == nil)
        }
        #expect(rates.count < 2500)
    }

    @Test(arguments: [(0, 5), (10, 5), (1000, 50), (100_000, 5000)])
    func `an address brings a part of the new persons of a day, and so leaves room for others`(
        most: Int, atOnce: Int
    ) {
        let rates = RateLimit()
        let start = ContinuousClock.now
        func bring(_ key: String, _ rate: RateLimit.Rate, at moment: ContinuousClock.Instant) -> Int
        {
            var count = 0
            while count < 100_000, rates.take(for: key, rate, at: moment) == nil { count += 1 }
            return count
        }
        var count = 0
        for hour in 0..<24 {
            let moment = start + .seconds(3600 * hour)
            count += bring("a", .newcomers(most, fromAddress: true), at: moment)
            if hour == 0 { #expect(count == atOnce) }
        }
        #expect(count <= max(10, most * 3 / 20))
        // Without an address, there is some room again and again.
        let unknown = RateLimit.Rate.newcomers(most, fromAddress: false)
        _ = bring("", unknown, at: start)
        #expect(bring("", unknown, at: start + .seconds(43_200)) >= 2)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct FairSlotsTests {
    private static let shop = Person.known("81f3", in: "shop")

    private func take(_ slots: FairSlots, _ person: Person, _ count: Int) -> [FairSlot] {
        (0..<count).compactMap { _ in
            if case .taken(let slot) = slots.take(for: person.space, person) { slot } else { nil }
        }
    }

    @Test func `a person holds a few, and the next person of the space is let in`() {
        let slots = FairSlots(64, ofPerson: 4)
        let held = take(slots, Self.shop, 10)
        #expect(held.count == 4)
        guard case .personIsFull = slots.take(for: Self.shop.space, Self.shop) else {
            Issue.record("a person got a fifth slot")
            return
        }
        let others = (0..<17).map { take(slots, .known("p\($0)", in: "shop"), 1) }
        #expect(others.allSatisfy { $0.count == 1 })
        held.first?.leave()
        held.first?.leave()
        #expect(take(slots, Self.shop, 10).count == 1)
        // A slot comes back with its last reference, which an optimised build drops after its last use.
        withExtendedLifetime((held, others)) {}
    }

    @Test(arguments: [1, 2, 5, 20, 40])
    func `however many spaces take what they can, the next one gets its own`(spaces: Int) {
        let slots = FairSlots(64, ofPerson: .max, guaranteed: 4)
        var held: [[FairSlot]] = []
        for space in 0..<spaces {
            held.append(take(slots, .known("a", in: "space-\(space)"), 1000))
        }
        #expect(held[0].count == 32)
        #expect(held.allSatisfy { $0.count >= 4 })
        #expect(take(slots, .known("a", in: "innocent"), 1000).count >= 4)
        withExtendedLifetime(held) {}
    }

    @Test func `a slot that nobody leaves comes back with its holder`() {
        let slots = FairSlots(8, ofPerson: 4)
        for _ in 0..<3 { #expect(take(slots, Self.shop, 4).count == 4) }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct ClientAddressTests {
    @Test(arguments: [
        // A client behind a proxy of this machine.
        ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
        // What the client itself claims is not believed, only what the proxy has added.
        ("127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        // Another known proxy is not the client.
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        // A household has a network of the sixth version.
        ("::1", "2001:db8:1:2:3:4:5:6", "32.1.13.184.0.1.0.2"),
        ("127.0.0.1", "unknown", nil), ("127.0.0.1", nil, nil),
        // A stranger is no proxy.
        ("203.0.113.9", "198.51.100.1", nil),
    ])
    func `only a known proxy says where a client is`(
        peer: String, header: String?, address: String?
    ) throws {
        let field = try #require(HTTPField.Name("X-Forwarded-For"))
        var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        head.headerFields[field] = header
        let found = ClientAddress.name(
            of: Request(head: head, body: .init(buffer: ByteBuffer())),
            from: try SocketAddress(ipAddress: peer, port: 1),
            proxies: [try #require(AddressRange("10.0.0.0/8"))])
        #expect(found == address)
    }
}

extension Person {
    /// A person whose id and space are valid.
    fileprivate static func known(_ id: String, in space: String) -> Person {
        guard let space = Space(space), let person = Person(id, in: space) else {
            preconditionFailure("\(id) is no person of \(space)")
        }
        return person
    }
}

@Suite(.timeLimit(.minutes(10)))
struct AuthorityTests {
    @Test(arguments: [
        ("localhost", "localhost"), ("LocalHost:80", "localhost"), ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:80", "[::1]"), ("[::1]", "[::1]"), ("", ""), ("localhost:", "localhost"),
        (" localhost:80\t", "localhost"), (":80", ""), ("a,b", "a,b"),
    ])
    func `a name is compared without its port`(authority: String, name: String) {
        #expect(Authority(authority)?.name == name)
    }

    @Test(arguments: [
        "localhost:80:evil", "localhost:abc", "localhost:+8", "localhost:-0", "localhost:123456",
        "localhost:80@evil", "user@localhost", "[::1]evil", "[::1]:80:80", "[::1", "a b",
        "local\u{0}host", "localhost\u{301}", "[::1]\u{301}", "localhost:\u{301}", "localhost:٨",
    ])
    func `a name with anything but a port behind it is none`(authority: String) {
        #expect(Authority(authority) == nil)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct RequestTargetTests {
    @Test(arguments: [
        ("/v1/people/a%7eb", "/v1/people/a~b"), ("/%41%5A%61%7A%30%39%2D%2E%5F", "/AZaz09-._"),
        ("/%2e%2E/x", "/../x"), ("/a", "/a"), ("*", "*"),
        // What would mean something else, or nothing, stays.
        ("/%2F%3F%23%25%00%20%40%C3%A9", "/%2F%3F%23%25%00%20%40%C3%A9"),
        ("/%2541", "/%2541"), ("/%%41", "/%A"), ("/%4", "/%4"), ("/%", "/%"), ("/%zz", "/%zz"),
        ("/%+1", "/%+1"), ("/%4g", "/%4g"), ("/a?%41=%41", "/a?%41=%41"), ("/%41?", "/A?"),
    ])
    func `what means the same without an encoding is decoded, once`(
        target: String, decoded: String
    ) {
        #expect(target.withoutNeedlessEncoding == decoded)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct RequestedPersonTests {
    @Test(arguments: [
        ("a", true), ("a.b_c~d-E9", true), ("...", true), ("-", true), (".", false), ("..", false),
        ("", false), ("a/b", false), ("%2e", false), ("é", false),
        (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ])
    func `an id is one that a path can have`(id: String, isTaken: Bool) throws {
        let space = try #require(Space("shop"))
        #expect(((try? Person(requested: id, in: space)) != nil) == isTaken)
    }
}

@Suite(.timeLimit(.minutes(10)))
struct ProxyCheckTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("::1", true), ("10.0.0.1", true), ("10.0.0.2", false),
        ("192.0.2.1", false),
    ])
    func `a request is answered if it comes from this machine or the proxy`(
        address: String, isAnswered: Bool
    ) async throws {
        let check = ProxyCheck(proxies: [try #require(AddressRange("10.0.0.1"))])
        let context = ServerContext(
            source: ApplicationRequestContextSource(
                channel: try Self.channel(from: address), logger: Logger(label: "test")))
        let request = Request(path: "/v1/jobs")
        func answer() async throws -> Response {
            try await check.handle(request, context: context) { _, _ in Response(status: .ok) }
        }
        if isAnswered {
            #expect(try await answer().status == .ok)
        } else {
            let refusal = await #expect(throws: Refusal.self) { _ = try await answer() }
            #expect(refusal?.code == .notTheProxy)
        }
    }

    private static func channel(from address: String) throws -> any Channel {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
        return channel
    }
}

@Suite(.timeLimit(.minutes(10)))
struct EntityTagTests {
    @Test(arguments: [
        ("\"a\"", true), ("W/\"a\"", true), ("\"b\"", false), ("W/\"b\"", false), ("*", true),
        (" * ", true), ("\"b\", \"a\"", true), ("\"b\",W/\"a\"", true), ("\"b\" , \"c\"", false),
        ("\"*\"", false), ("a", false), ("", false), ("\"b,a\"", false),
        ("W/\"b, a\", \"a\"", true),
        ("\"A\"", false), ("\"a", false),
    ])
    func `a tag is compared weakly with those that a client has`(known: String, isHeld: Bool) {
        let request = Request(path: "/v1/texts", headers: [.ifNoneMatch: known])
        #expect(EntityTag("a").isHeld(by: request) == isHeld)
    }

    @Test func `tags in several header lines are one list`() {
        var headers: HTTPFields = [:]
        headers.append(HTTPField(name: .ifNoneMatch, value: "\"b\""))
        headers.append(HTTPField(name: .ifNoneMatch, value: "W/\"a\""))
        #expect(EntityTag("a").isHeld(by: Request(path: "/v1/texts", headers: headers)))
        #expect(!EntityTag("a").isHeld(by: Request(path: "/v1/texts")))
    }

    @Test func `what has a tag is kept by its client alone`() throws {
        let control = try #require(EntityTag("a").headers[.cacheControl])
        let words = control.split(separator: ", ")
        #expect(words.contains("private"))
        #expect(!words.contains("public"))
    }
}

extension Request {
    /// A request without a body.
    fileprivate init(path: String, headers: HTTPFields = [:]) {
        self.init(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: path,
                headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
    }
}

@Suite(.timeLimit(.minutes(10)))
struct SecurityHeadersTests {
    @Test func `an answer that says nothing of caches is kept by none`() throws {
        func control(_ headers: HTTPFields) -> String? {
            SecurityHeaders.added(to: headers, requestID: "r")[.cacheControl]
        }
        #expect(try #require(control([:])).contains("no-store"))
        // One that may be kept says so itself.
        #expect(control([.cacheControl: "private"]) == "private")
    }
}
