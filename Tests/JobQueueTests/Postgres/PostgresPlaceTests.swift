import Foundation
import Ground
import Synchronization
import TestSupport
import Testing

@testable import Database
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct PostgresPlaceTests {
    @Test(
        "A place is named by its server and its database, and by nothing else",
        arguments: [
            ("postgres://anna@db1/headshot", "db1/headshot"),
            ("postgresql://db1:5433/headshot", "db1:5433/headshot"),
            (
                "postgres://anna@db1:5432,db2:5433/q?target_session_attrs=read-write",
                "db1:5432,db2:5433/q"
            ),
            ("postgres://%2Frun%2Fpostgresql/headshot", "/run/postgresql/headshot"),
            ("postgres:///headshot", "this machine/headshot"),
            ("postgres:///headshot?host=%2Frun%2Fpostgresql", "/run/postgresql/headshot"),
            ("postgres://db1", "db1"), ("postgres://db1/%C3%BCbung", "db1/%C3%BCbung"),
            ("postgres://db1/a?dbname=b", "db1/b"),
        ])
    func names(url: String, name: String) throws {
        let place = try PostgresPlace(url: url, password: Secret("geheim"))
        #expect(place.name == name)
        #expect("\(place)" == name)
        var dumped = ""
        dump(place, to: &dumped)
        let reflected = String(reflecting: place)
        // As it is written, and as libpq is given it.
        let encoded = "geheim".utf8.map { "%" + String($0, radix: 16) }.joined()
        #expect(place.connections.allSatisfy { $0.exposed.lowercased().contains(encoded) })
        for form in ["geheim", encoded] {
            #expect(!dumped.lowercased().contains(form))
            #expect(!reflected.lowercased().contains(form))
        }
    }

    @Test(
        "What is no URL of a database is refused",
        arguments: [
            "", "headshot", "mysql://db1/headshot", "host=db1 dbname=headshot",
            "postgres://db1/headshot/more", "postgres://a@b@c/headshot",
            // A password that is not encoded.
            "postgres://anna:/geheim@db1", "postgres://anna:12/geheim@db1",
            "postgres://anna:12/ge?heim@db1/headshot", "postgres://anna:12/g/eheim@db1/headshot",
            // A password behind a sign that begins no option, and one that only its decoded form shows.
            "postgres://anna@db1/headshot&password=geheim",
            "postgres://anna@db1/headshot;password=geheim",
            "postgres://anna@db1/headshot%26password%3Dgeheim",
            "postgres://anna@db1/headshot%2526password=geheim",
            "postgres://anna@db1/headshot%3Ageheim", "postgres://anna;password=geheim@db1/headshot",
            "postgres://anna%3Ageheim%40db1/headshot",
            "postgres:///headshot?host=anna:geheim%40db1",
            "postgres:///headshot?hostaddr=anna:geheim", "postgres://localhost/headshot?geheim",
            "postgres://localhost/headshot?geheim=1",
            "postgres://localhost/headshot?sslmode=disable;password=geheim",
            "postgres://localhost/headshot?sslmode=disable%26password%3Dgeheim",
            // With an accent on it, a sign is another character.
            "postgres://anna:geheim@\u{301}127.0.0.1/headshot",
            "postgres://127.0.0.1/q\u{D4E}?password=geheim",
        ])
    func noURL(url: String) {
        #expect(throws: PostgresPlace.Problem.notAURL) { try PostgresPlace(url: url) }
    }

    @Test(
        "A password in the URL is refused, however it is written",
        arguments: [
            "postgres://anna:geheim@db1/headshot", "postgres://anna:@db1/headshot",
            "postgres://db1/headshot?password=geheim",
            "postgres://db1/headshot?sslmode=verify-full&pass%77ord=geheim",
            "postgres://db1/headshot?sslkey=k&sslpassword=geheim",
            "postgres://anna:12?geheim@db1/headshot", "postgres://anna:12?ge&heim@db1/headshot",
            "postgres://anna%3Ageheim@/headshot?host=/run/postgresql",
            "postgres://db1/headshot?user=anna:geheim", "postgres://db1/h?user=anna%3A%CC%81geheim",
        ])
    func passwords(url: String) {
        #expect(throws: PostgresPlace.Problem.password) { try PostgresPlace(url: url) }
    }

    @Test(
        "The way to another machine is always encrypted, to one whose certificate is its own",
        arguments: [
            "postgres://db1/headshot", "postgres://localhost,db1/headshot",
            "postgres:///headshot?host=db1", "postgres://10.0.0.7/headshot",
            "postgres://[fe80::1]/headshot", "postgres://localhost/headshot?hostaddr=10.0.0.7",
            "postgres://localhost/headshot?host%61ddr=10.0.0.7",
            "postgres://localhost.example.com/headshot",
        ])
    func encrypted(url: String) throws {
        let place = try PostgresPlace(url: url)
        #expect(place.connections.allSatisfy { $0.exposed.hasSuffix("sslmode=verify-full") })
        let mark = url.contains("?") ? "&" : "?"
        for weaker in ["disable", "allow", "prefer", "require", "verify-ca", "%64isable"] {
            #expect(throws: PostgresPlace.Problem.weakTLS) {
                try PostgresPlace(url: "\(url)\(mark)sslmode=\(weaker)")
            }
        }
        #expect(throws: PostgresPlace.Problem.weakTLS) {
            try PostgresPlace(url: "\(url)\(mark)sslmode=verify-full&sslmode=disable")
        }
    }

    @Test(
        "The way to this machine may be plain",
        arguments: [
            "postgres:///headshot", "postgres://localhost/headshot", "postgres://127.0.0.1:5433/h",
            "postgres://[::1]:5433/headshot", "postgres://%2Frun%2Fpostgresql/headshot",
            "postgres:///headshot?host=/run/postgresql&sslmode=disable",
        ])
    func plain(url: String) throws {
        #expect(
            try !PostgresPlace(url: url).connections.contains {
                $0.exposed.contains("verify-full")
            })
    }

    @Test(
        "A port that no network has is refused, wherever it stands",
        arguments: [
            "localhost:99999/h", "localhost:0/h", "localhost:x/h", "[::1]:70000/h", "a:5432,b:-1/h",
            "localhost/h?port=99999", "localhost/h?port=5432,65536", "localhost:65536/h?port=5432",
        ])
    func port(url: String) throws {
        #expect(throws: PostgresPlace.Problem.port) {
            try PostgresPlace(url: "postgres://\(url)")
        }
        for right in ["localhost:65535/h", "[::1]:1/h", "[::1]/h", "/h", "localhost/h?port=5433"] {
            #expect(throws: Never.self) { try PostgresPlace(url: "postgres://\(right)") }
        }
    }

    @Test(
        "Each server gets a connection string of its own, unless options speak of all",
        arguments: [
            (
                "postgres://anna@[::1]:5432,/q?application_name=a",
                ["anna@[::1]:5432/q", "anna@/q"]
            ),
            ("postgres://a,b/q?hostaddr=127.0.0.1,127.0.0.2", ["a,b/q"]),
            ("postgres:///q", ["/q"]),
        ])
    func divided(url: String, servers: [String]) throws {
        let connections = try PostgresPlace(url: url).connections
        #expect(
            connections.map { String($0.exposed.prefix { $0 != "?" }) }
                == servers.map { "postgres://\($0)" })
    }

    @Test("Of several servers, one that accepts and says nothing hinders nobody", .needsPostgres)
    func silent() throws {
        let mute = try ScriptedServer([.hold])
        let server = try SharedPostgres.server.get()
        let folder = server.folder.replacingOccurrences(of: "/", with: "%2F")
        let place = try PostgresPlace(
            url: "postgres://postgres@127.0.0.1:\(mute.port),\(folder)/postgres")
        #expect(try PostgresLink.open(place).session != nil)
        mute.release()
    }

    @Test("A password that is given apart reaches libpq whole, and no error")
    func password() throws {
        let password = "a&b=c%20 ü/?"
        let place = try PostgresPlace(
            url: "postgres://anna@127.0.0.1:1/headshot", password: Secret(password))
        let failure = #expect(throws: JobQueueError.self) {
            try JobStore(place, folder: "/nonexistent", patience: .zero)
        }
        guard case .unreachable(place.name, let detail) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        // A password that broke the URL would be another complaint.
        #expect(detail.contains("Connection refused"))
        #expect(!detail.contains("a&b"))
    }

    @Test(
        "A server that refuses a connection is told from one that is away", .needsPostgres,
        arguments: ["user=nobody", "dbname=nothing", "sslmode=require"])
    func refused(option: String) throws {
        let proxy = try LoopbackProxy(before: SharedPostgres.server.get())
        let port = try #require(proxy.host.split(separator: ":").last)
        let place = "host=127.0.0.1 port=\(port) user=postgres dbname=postgres \(option)"
        guard case .connectionRefused = failure(to: place) else {
            Issue.record("\(String(describing: failure(to: place)))")
            return
        }
        // It accepts connections, and closes them at once.
        proxy.takeAway()
        guard case .unreachable = failure(to: place) else {
            Issue.record("\(String(describing: failure(to: place)))")
            return
        }
    }

    private func failure(to place: String) -> PostgresFailure? {
        #expect(throws: PostgresFailure.self) { try PostgresLink(to: place) }
    }

    @Test("A call waits as long as its patience, with pauses that double, and says so once")
    func patience() throws {
        let place = try PostgresPlace(url: "postgres://anna@127.0.0.1:1/headshot")
        let time = ManualTime()
        let waits = Atomic(0)
        let lane = PostgresLane(
            place, label: "postgres.tests", patience: .seconds(60), time: time.passing
        ) { _ in
            waits.wrappingAdd(1, ordering: .relaxed)
        }
        #expect(throws: PostgresFailure.self) {
            try lane.write(upTo: nil) { _ in
            }
        }
        let waited = time.pauses.reduce(.zero, +)
        #expect(
            Array(time.pauses.prefix(3)) == [
                .milliseconds(100), .milliseconds(200), .milliseconds(400),
            ])
        #expect(waited < .seconds(60))
        #expect(waited + (time.pauses.last ?? .zero) >= .seconds(60))
        #expect(waits.load(ordering: .relaxed) == 1)
        // The next call has what is left of that patience, and does not begin another one.
        #expect(throws: PostgresFailure.self) {
            try lane.write(upTo: nil) { _ in
            }
        }
        #expect(time.pauses.reduce(.zero, +) < .seconds(60))
    }
}
