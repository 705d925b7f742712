import Foundation
import TestSupport
import Testing

@testable import ObjectStore

/// A store that speaks S3, before servers that fail.
@Suite(.timeLimit(.minutes(10)))
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
        says("400 Bad Request", "<Error><Code>RequestTimeout</Code></Error>"),
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

    /// A bucket's rules in the forms that they have, and what they do to objects.
    @Test(arguments: [
        ("", BucketRules()),
        (rule("<Prefix>photos/</Prefix>"), BucketRules(expiring: ["photos/"])),
        (rule("<Filter><Prefix>a/spool</Prefix></Filter>"), BucketRules(expiring: ["a/spool"])),
        (
            rule("<Filter/>") + rule("<Filter><And><Prefix>x</Prefix></And></Filter>"),
            BucketRules(expiring: ["", "x"])
        ),
        (rule("<Filter/>", status: "Disabled"), BucketRules()),
        (rule("<Filter><Tag><Key>k</Key><Value>v</Value></Tag></Filter>"), BucketRules()),
        (rule("<Filter/>", moves(to: "STANDARD_IA")), BucketRules()),
        (
            rule("<Filter><Prefix>spool/</Prefix></Filter>", moves(to: "DEEP_ARCHIVE")),
            BucketRules(archiving: ["spool/"])
        ),
        (
            rule("<Filter/>", moves(to: "GLACIER") + moves(to: "STANDARD_IA") + expires),
            BucketRules(expiring: [""], archiving: [""])
        ),
    ])
    func `the rules that remove or archive objects by their age are found`(
        rules: String, found: BucketRules
    ) async throws {
        let body = "<LifecycleConfiguration>\(rules)</LifecycleConfiguration>"
        let server = try ScriptedServer(Self.says("200 OK", body))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await store.rules() == found)
        }
    }

    private static func rule(
        _ filter: String, _ does: String = expires, status: String = "Enabled"
    ) -> String {
        "<Rule><ID>r</ID>\(filter)<Status>\(status)</Status>\(does)</Rule>"
    }

    private static let expires = "<Expiration><Days>30</Days></Expiration>"

    private static func moves(to storage: String) -> String {
        "<Transition><Days>30</Days><StorageClass>\(storage)</StorageClass></Transition>"
    }

    @Test(
        arguments: [
            ("404 Not Found", "NoSuchLifecycleConfiguration", BucketRules()),
            ("403 Forbidden", "AccessDenied", nil),
        ] as [(String, String, BucketRules?)])
    func `a bucket without rules is told from one whose rules may not be read`(
        status: String, code: String, found: BucketRules?
    ) async throws {
        let server = try ScriptedServer(Self.says(status, Self.refusal(code)))
        try await S3Store.with(server.url) { (store) throws in
            #expect(try await store.rules() == found)
        }
    }

    private static func refusal(_ code: String) -> String {
        "<Error><Code>\(code)</Code><Message>No.</Message></Error>"
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
        ("403 Forbidden", "RequestTimeTooSkewed", "set the clock of this machine"),
        ("400 Bad Request", "AuthorizationHeaderMalformed", "check the region"),
        ("301 Moved Permanently", "PermanentRedirect", "check the region"),
    ])
    func `what lasts is told at once, with what to do`(
        status: String, code: String, words: String
    ) async throws {
        let server = try ScriptedServer(Self.says(status, Self.refusal(code)))
        try await S3Store.with(server.url) { (store) throws in
            await expectUnavailable(code, words) { _ = try await store.read("a") }
        }
        #expect(server.requests.count == 1)
    }

    @Test func `a key that the store repeats is not shown`() async throws {
        let words = "\(S3Server.secretKey) is not the key of \(S3Server.accessKey)."
        let server = try ScriptedServer(
            Self.says(
                "403 Forbidden",
                "<Error><Code>AccessDenied</Code><Message>\(words)</Message></Error>"))
        try await S3Store.with(server.url) { (store) throws in
            await expectUnavailable("[key] is not the key of [key].") {
                _ = try await store.read("a")
            }
        }
    }

    /// What a store says against one object.
    @Test(arguments: [
        ("403 Forbidden", "InvalidObjectState"), ("400 Bad Request", "EntityTooLarge"),
    ])
    func `what is wrong with one object is not taken for an outage`(
        status: String, code: String
    ) async throws {
        let server = try ScriptedServer(scripts: [Self.says(status, Self.refusal(code))])
        try await S3Store.with(server.url) { (store) throws in
            let error = await #expect(throws: StorageError.self) {
                if code == "EntityTooLarge" {
                    try await store.replace("a", Data())
                } else {
                    _ = try await store.read("a")
                }
            }
            guard case .unusable(let place, let detail) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(place == store.place(of: "a"))
            #expect(error?.isOfStore == true)
            #expect(detail.contains(code), "\(detail)")
        }
    }

    @Test func `an object whose length is not told is not taken for none`() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        let server = try ScriptedServer([.readRequest, .write(Data(head.utf8))])
        try await S3Store.with(server.url) { (store) throws in
            await expectUnavailable { _ = try await store.size("a") }
        }
    }

    @Test func `a transfer in which nothing moves any more is tried again`()
        async throws
    {
        let slow: [ScriptedServer.Step] = [
            .readRequest, .write(Self.answer("200 OK", "half", length: 400)), .awaitClose,
        ]
        let server = try ScriptedServer(slow, Self.says("200 OK", "the whole"))
        try await S3Store.with(server.url, stall: .seconds(1)) { (store) throws in
            #expect(try await store.read("a") == Data("the whole".utf8))
        }
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
