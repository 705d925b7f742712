import Foundation
import TestSupport
import Testing

@testable import ObjectStore

/// A store that speaks S3, before servers that fail.
@Suite(.timeLimit(.minutes(1)))
struct S3FaultTests {
    private static func answer(_ status: String, _ body: String = "", length: Int? = nil) -> Data {
        Data(
            """
            HTTP/1.1 \(status)\r
            Content-Length: \(length ?? body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """.utf8)
    }

    private static func says(_ status: String, _ body: String = "") -> [ScriptedServer.Step] {
        [.readRequest, .write(answer(status, body))]
    }

    /// What passes by itself, on the first connection.
    @Test(arguments: [
        says("503 Slow Down"), says("500 Internal Server Error"), says("409 Conflict"), [.reset],
        [.readRequest, .write(answer("200 OK", "half", length: 400))],
        [.readRequest, .reset],
    ])
    func `trouble that passes is waited for`(trouble: [ScriptedServer.Step]) async throws {
        let server = try ScriptedServer(trouble, Self.says("200 OK", "the whole"))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await store.read("a") == Data("the whole".utf8))
        }
    }

    /// What is there when the answer to a create was lost, and whether it is what was to be created.
    @Test(arguments: [("mine", true), ("another's", false)])
    func `a create whose answer was lost looks at what is there`(
        there: String, isCreated: Bool
    ) async throws {
        let server = try ScriptedServer(
            [.readRequest, .reset], Self.says("412 Precondition Failed"),
            Self.says("200 OK", there))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await store.create("a", Data("mine".utf8)) == isCreated)
        }
    }

    @Test func `a create that was refused at once is not looked at`() async throws {
        let server = try ScriptedServer(Self.says("412 Precondition Failed"))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await !store.create("a", Data("mine".utf8)))
        }
        #expect(server.requests.count == 1)
    }

    @Test func `a store that lets two create one object is refused, with the reason`() async throws
    {
        let scripts = Array(repeating: Self.says("200 OK"), count: 17)
        let server = try ScriptedServer(scripts: scripts)
        try await S3Store.with(server.url) { (store) throws in
            let error = await #expect(throws: StorageError.self) {
                try await store.proveConditional(key: "race")
            }
            guard case .unfit(_, let detail) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(detail.contains("16 of 16") && detail.contains("If-None-Match"), "\(detail)")
        }
    }

    /// A bucket's rules in the forms that they have, and how the keys begin that one of them removes.
    @Test(arguments: [
        ("", []), (rule("<Prefix>photos/</Prefix>"), ["photos/"]),
        (rule("<Filter><Prefix>a/spool</Prefix></Filter>"), ["a/spool"]),
        (rule("<Filter/>") + rule("<Filter><And><Prefix>x</Prefix></And></Filter>"), ["", "x"]),
        (rule("<Filter/>", status: "Disabled"), []),
        (rule("<Filter><Tag><Key>k</Key><Value>v</Value></Tag></Filter>"), []),
        (rule("<Filter/>", does: "Transition"), []),
    ])
    func `the rules that remove objects by their age are found`(
        rules: String, prefixes: [String]
    ) async throws {
        let body = "<LifecycleConfiguration>\(rules)</LifecycleConfiguration>"
        let server = try ScriptedServer(Self.says("200 OK", body))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await store.expiringPrefixes() == prefixes)
        }
    }

    private static func rule(
        _ filter: String, status: String = "Enabled", does: String = "Expiration"
    ) -> String {
        "<Rule><ID>r</ID>\(filter)<Status>\(status)</Status><\(does)><Days>30</Days></\(does)></Rule>"
    }

    @Test(
        arguments: [
            ("404 Not Found", "NoSuchLifecycleConfiguration", []),
            ("403 Forbidden", "AccessDenied", nil),
        ] as [(String, String, [String]?)])
    func `a bucket without rules is told from one whose rules may not be read`(
        status: String, code: String, prefixes: [String]?
    ) async throws {
        let body = "<Error><Code>\(code)</Code><Message>No.</Message></Error>"
        let server = try ScriptedServer(Self.says(status, body))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await store.expiringPrefixes() == prefixes)
        }
    }

    @Test(arguments: [
        ("<Status>Enabled</Status>", true), ("<Status>Suspended</Status>", false), ("", false),
    ])
    func `a bucket that keeps what is removed is known`(state: String, keeps: Bool) async throws {
        let body = "<VersioningConfiguration>\(state)</VersioningConfiguration>"
        let server = try ScriptedServer(Self.says("200 OK", body))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await store.keepsVersions() == keeps)
        }
    }

    @Test(arguments: [
        ("403 Forbidden", "AccessDenied", "the keys may not do this"),
        ("403 Forbidden", "RequestTimeTooSkewed", "set this machine's clock"),
        ("400 Bad Request", "AuthorizationHeaderMalformed", "check the region"),
        ("301 Moved Permanently", "PermanentRedirect", "check the region"),
    ])
    func `what lasts is told at once, with what to do`(
        status: String, code: String, words: String
    ) async throws {
        let body = "<Error><Code>\(code)</Code><Message>No.</Message></Error>"
        let server = try ScriptedServer(Self.says(status, body))
        try await S3Store.with(server.url) { (store) throws in
            await expectUnavailable(code, words) { _ = try await store.read("a") }
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["", "no XML", "<a/>", "<ListBucketResult><Contents><Key>a</Key></Contents>"])
    func `a list that is none is not an empty one`(body: String) async throws {
        let server = try ScriptedServer(Self.says("200 OK", body))
        try await S3Store.with(server.url) { (store) throws in
            await expectUnavailable { _ = try await store.list("a/") }
        }
    }

    @Test func `a store that is away is given up when patience ends`() async throws {
        let server = try ScriptedServer()
        server.stopListening()
        try await S3Store.with(server.url, patience: .milliseconds(300)) { (store) throws in
            await expectUnavailable { try await store.replace("a", Data()) }
        }
    }

    @Test func `a call ends even if its task is cancelled`() async throws {
        let server = try ScriptedServer(Self.says("503 Slow Down"), Self.says("200 OK"))
        try await S3Store.with(server.url) { (store) throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await store.replace("a", Data()) }
                group.cancelAll()
                try await group.waitForAll()
            }
        }
        #expect(server.requests.count == 2)
    }
}
