import Foundation
import JobQueue
import TestSupport
import Testing

@testable import HeadshotServer

/// What is answered to requests as they stand on the wire, on a port and on a socket.
@Suite(.timeLimit(.minutes(10)))
struct RawRequestTests {
    /// A request, and the status and the code of its answer, after which the server closes the connection.
    struct Case: Sendable {
        let request: String
        let status: Int
        /// `nil` for an answer that is not a problem.
        let code: String?
    }

    /// How many responses came back.
    private static func responses(in answer: String) -> Int {
        answer.matches(of: /HTTP\/1\.1 [1-5]\d\d/).count
    }

    private static func ok(_ requests: [String]) -> [Case] { cases(200, nil, requests) }

    private static func cases(_ status: Int, _ code: String?, _ requests: [String]) -> [Case] {
        requests.map { Case(request: $0, status: status, code: code) }
    }

    /// A request of a client that closes the connection; `TOKEN` is the token of its space.
    private static func request(_ line: String, _ fields: [String], _ body: String = "") -> String {
        let common = ["Authorization: Bearer TOKEN", "Connection: close"]
        return ([line] + fields + common + ["", body]).joined(separator: "\r\n")
    }

    private static let host = "Host: localhost"
    private static let line = "GET /v1/styles HTTP/1.1"
    private static let old = "GET /v1/styles HTTP/1.0"

    private static func named(_ names: [String]) -> [String] {
        names.map { request(line, ["Host: \($0)"]) }
    }

    private static let hosts: [[Case]] = [
        ok(
            named(["localhost", "LOCALHOST:8642", "127.0.0.1:", "[::1]:80", " localhost \t"])),
        cases(
            400, "malformed",
            named([
                "[::1]evil.example", "[::1", "localhost:80:evil", "localhost:abc", "localhost:-0",
                "localhost:9311@evil.example", "evil@localhost", "localhost, evil.example",
            ])),
        cases(
            400, "malformed",
            [
                request(line, []), request(line, [host, host]),
                request(line, [host, "Host: evil.example"]),
                request(line, ["Host: evil.example", host]),
            ]),
        cases(
            421, "misdirected",
            named(["evil.example", "", "localhost.evil.example", "localhost,evil.example"])),
        cases(421, "misdirected", [request(old, [])]),
    ]

    private static func get(_ target: String, _ host: String = Self.host) -> String {
        request("GET \(target) HTTP/1.1", [host])
    }

    private static let targets: [[Case]] = [
        ok(
            [
                get("http://localhost/v1/styles"), get("HTTP://LocalHost:8642/v1/styles"),
                request("GET http://localhost/v1/styles HTTP/1.0", []),
            ]),
        cases(
            404, "not_found",
            [
                get("http://localhost"), get("http://localhost?/v1/styles"),
                get("//localhost/v1/styles"),
            ]),
        cases(
            421, "misdirected",
            [
                get("http://evil.example/v1/styles"),
                get("http://evil.example/v1/styles", "Host: evil.example"),
                get("http://localhost/v1/styles", "Host: evil.example"),
                request("GET http://evil.example/v1/styles HTTP/1.0", []),
            ]),
        cases(
            400, "malformed",
            [get("http://a:b@localhost/v1/styles"), get("ftp://localhost/v1/styles")]),
    ]

    private static func coded(_ fields: String...) -> String {
        request(line, [host] + fields, "0\r\n\r\n")
    }

    private static let codings: [[Case]] = [
        ok([coded("Transfer-Encoding: chunked"), coded("Transfer-Encoding: \tCHUNKED")]),
        cases(
            501, "coding_unknown",
            [coded("Transfer-Encoding: gzip, chunked"), coded("Transfer-Encoding: foo,chunked")]),
        cases(
            400, "malformed",
            [
                coded("Transfer-Encoding:", "Content-Length: 0"),
                coded("Content-Length: 0", "Transfer-Encoding:"),
                coded("Transfer-Encoding: chunked, chunked"), coded("Transfer-Encoding: ,chunked"),
                coded("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
                coded("Transfer-Encoding: gzip"), coded("Transfer-Encoding: chunked, gzip"),
                coded("Transfer-Encoding: chunked", "Content-Length: 5"),
                request(old, [host, "Transfer-Encoding: chunked"], "0\r\n\r\n"),
            ]),
    ]

    private static let person = "X-User-Id: anna"
    private static let estimate = "POST /v1/estimates HTTP/1.1"
    private static let upload = "POST /v1/photos HTTP/1.1"
    private static let jpeg = "Content-Type: image/jpeg"
    private static let multipart = "Content-Type: multipart/form-data; boundary=line"

    /// A request with a body of each sort.
    private static func bodies(_ fields: [String], _ body: String) -> [String] {
        let fields = [host, person] + fields
        return [
            request(estimate, fields, body), request(upload, fields + [jpeg], body),
            request(upload, fields + [multipart], body),
        ]
    }

    /// What no number of 64 bits holds, with its sign or without, and what they just hold.
    private static let lengths: [[Case]] = [
        cases(413, "too_large", bodies(["Content-Length: 9223372036854775807"], "{}")),
        cases(413, "too_large", bodies(["Content-Length: 9223372036854775808"], "{}")),
        cases(413, "too_large", bodies(["Content-Length: 18446744073709551615"], "{}")),
        cases(400, "malformed", bodies(["Content-Length: 18446744073709551616"], "{}")),
        cases(413, "too_large", bodies(["Transfer-Encoding: chunked"], "7fffffffffffffff\r\n{}")),
        cases(413, "too_large", bodies(["Transfer-Encoding: chunked"], "8000000000000000\r\n{}")),
        cases(413, "too_large", bodies(["Transfer-Encoding: chunked"], "10000000000000000\r\n{}")),
    ]

    private static let encodings: [[Case]] = [
        cases(415, "unsupported", bodies(["Content-Encoding: gzip", "Content-Length: 2"], "{}")),
        cases(415, "unsupported", bodies(["Content-Encoding: X, br", "Content-Length: 2"], "{}")),
        cases(
            400, "malformed",
            [
                request(
                    estimate,
                    [host, person, "Content-Encoding: Identity", "Content-Length: 2"], "{ ")
            ]),
    ]

    private static func plans(_ persons: [String]) -> [String] {
        let body = #"{"plan":"pro"}"#
        return persons.map {
            request(
                "PUT /v1/people/\($0)/plan HTTP/1.1", [host, "Content-Length: \(body.utf8.count)"],
                body)
        }
    }

    /// A path means the same whether a letter in it is encoded or not, and it is decoded once.
    private static let paths: [[Case]] = [
        ok(["/v1/%73tyles", "/%76%31/st%79le%73", "/v1/styles?%"].map { get($0) }),
        cases(
            404, "not_found",
            ["/v1/%2573tyles", "/v1/styles%", "/v1/%7", "/v1%2Fstyles", "/v1/x/../styles"]
                .map { get($0) }),
        ok(plans(["a~b", "a%7Eb", "%61%7e%62", "...", ".a", "%2E_"])),
        cases(
            400, "person_invalid",
            plans([
                ".", "..", "%2e", "%2E%2e", ".%2e", "a%257Eb", "a%2Fb", "a%zz", "a%00", "%C3%A9",
            ])),
        cases(
            400, "person_invalid",
            [
                request("GET /v1/me HTTP/1.1", [host, "X-User-Id: ."]),
                request("GET /v1/me HTTP/1.1", [host, "X-User-Id: .."]),
            ]),
    ]

    @Test(arguments: [false, true])
    func `a request is answered by the letter of HTTP, and its connection closed`(
        onSocket: Bool
    ) async throws {
        try await TestServer.with(onSocket: onSocket) { server in
            let token = try await server.addSpace("shop", scopes: [.submit, .read, .operate]).secret
            for group in [
                Self.hosts, Self.targets, Self.codings, Self.lengths, Self.encodings, Self.paths,
            ] {
                for example in group.joined() {
                    let answer = try await server.exchange(
                        example.request.replacing("TOKEN", with: token))
                    let what: Comment = "\(example.request): \(answer)"
                    // One answer, and no other to what may look like a second request.
                    #expect(answer.hasPrefix("HTTP/1.1 \(example.status) "), what)
                    #expect(Self.responses(in: answer) == 1, what)
                    let code = answer.firstMatch(of: /"code":"([a-z_]+)"/).map { String($0.1) }
                    #expect(code == example.code, what)
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `what follows a refused head is not a request`(onSocket: Bool) async throws {
        try await TestServer.with(onSocket: onSocket) { server in
            let second = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for fields in [
                "Host: localhost\r\nHost: localhost\r\n",
                "Host: localhost\r\nTransfer-Encoding: gzip, chunked\r\n",
            ] {
                let answer = try await server.exchange(
                    "GET /v1/styles HTTP/1.1\r\n\(fields)\r\n\(second)")
                #expect(Self.responses(in: answer) == 1, "\(answer)")
                #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
            }
            // One before it is answered.
            let both = try await server.exchange(
                second + "GET /v1/styles HTTP/1.1\r\n\r\n" + second)
            #expect(Self.responses(in: both) == 2)
            #expect(both.contains("HTTP/1.1 400 "))
        }
    }

    @Test(arguments: [
        "HTTP/1.0\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n",
        "HTTP/1.1\r\nConnection: Close\r\n", "HTTP/1.1\r\nConnection: keep-alive, close\r\n",
    ])
    func `a connection that is used once is closed after its response`(head: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.exchange(
                "GET /v1/openapi.json \(head)Host: localhost\r\nExpect: 100-continue\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            let parts = answer.components(separatedBy: "\r\n\r\n")
            let fields = parts[0].lowercased()
            #expect(fields.contains("\r\nconnection: close"))
            #expect(fields.contains("\r\ncontent-length: \(parts[1].utf8.count)"))
        }
    }

    @Test func `a stream to a client of HTTP/1.0 has no chunks`() async throws {
        try await TestServer.with { server in
            let token = try await server.addSpace("shop").secret
            func stream(_ version: String) async throws -> String {
                let connection = try RawConnection(port: server.port)
                defer { connection.close() }
                connection.send(
                    "GET /v1/events HTTP/\(version)\r\nHost: localhost\r\n"
                        + "Authorization: Bearer \(token)\r\n\r\n")
                return try await within(.seconds(60)) {
                    try await connection.wait(for: "event: state")
                }
            }
            let old = try await stream("1.0").components(separatedBy: "\r\n\r\n")
            #expect(!old[0].lowercased().contains("transfer-encoding"))
            #expect(old[1].hasPrefix("retry:"))
            let new = try await stream("1.1").components(separatedBy: "\r\n\r\n")
            #expect(new[0].lowercased().contains("transfer-encoding: chunked"))
            #expect(!new[1].hasPrefix("retry:"))
        }
    }

    @Test(arguments: [false, true])
    func `a body is asked for once its head has passed all checks`(onSocket: Bool) async throws {
        try await TestServer.with(onSocket: onSocket) { server in
            let token = try await server.addSpace("shop").secret
            let (known, unknown) = (
                "Authorization: Bearer \(token)", "Authorization: Bearer \(token)x"
            )
            let photo = [Self.person, Self.multipart]
            let rows: [(line: String, fields: [String], status: Int, isAsked: Bool)] = [
                (Self.upload, photo, 401, false), (Self.upload, photo + [unknown], 401, false),
                (Self.upload, [known, Self.multipart], 400, false),
                (Self.upload, [known, Self.person, "Content-Type: text/html"], 415, false),
                (Self.upload, photo + [known, "Content-Encoding: gzip"], 415, false),
                (Self.upload, photo + [known], 400, true),
                (
                    Self.upload,
                    [known, Self.person, "Content-Type: multipart/form-data ; boundary=b"], 400,
                    true
                ),
                (Self.estimate, [known, Self.person], 400, true),
                // Nothing is read of it.
                (Self.line, [known], 200, false),
                ("POST /v1/photos HTTP/1.0", photo + [known], 400, false),
            ]
            let common = [
                Self.host, "Expect: 100-Continue", "Content-Length: 2", "Connection: close",
            ]
            for (line, fields, status, isAsked) in rows {
                let answer = try await server.exchange(
                    ([line] + common + fields + ["", "{ "]).joined(separator: "\r\n"))
                let interim = isAsked ? "HTTP/1.1 100 Continue\r\n\r\n" : ""
                #expect(
                    answer.hasPrefix("\(interim)HTTP/1.1 \(status) "), "\(line) \(answer)")
            }
        }
    }
}
