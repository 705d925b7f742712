import Foundation
import Ground
import TestSupport
import Testing
import Transfer

@testable import ObjectStore

/// A store that speaks S3, before a real server that checks signatures.
@Suite(
    .needs("SeaweedFS (make setup-s3)", where: { S3Server.isInstalled }), .s3Server,
    .timeLimit(.minutes(10)))
struct S3StoreTests {
    @Test func `an object is created once, replaced, read, sized and removed by its key`()
        async throws
    {
        try await S3Store.withServer { try await StorePromises.life(of: $0) }
    }

    @Test func `only a path of plain names is a key`() async throws {
        try await S3Store.withServer { try await StorePromises.keys(of: $0) }
    }

    @Test func `a list has the keys of a prefix in order, however many they are`() async throws {
        try await S3Store.withServer { store in
            try await StorePromises.list(of: store)
            let names = (0..<1003).map { String(format: "n%04d", $0) }
            for name in names { try await store.replace("many/\(name)", Data()) }
            #expect(try await store.list("many/").map(\.name) == names)
        }
    }

    @Test func `keys and bytes of any kind come back as they were`() async throws {
        try await S3Store.withServer { store in
            let bytes = Data((0...255).map { UInt8($0) })
            for name in ["a b", "a+b", "a=b&c", "ü~(1)", "100%", "<&>"] {
                #expect(try await store.create("odd/\(name)", bytes), "\(name)")
                #expect(try await store.read("odd/\(name)") == bytes, "\(name)")
                #expect(try await store.size("odd/\(name)") == bytes.count)
            }
            #expect(try await store.list("odd/").count == 6)
            let large = Data(repeating: 7, count: 9_000_000)
            try await store.replace("odd/large", large)
            #expect(try await store.read("odd/large") == large)
        }
    }

    @Test func `of many that create one key at once, one wins`() async throws {
        try await S3Store.withServer { store in
            try await store.proveConditional(key: "race")
            #expect(try await store.read("race") == nil)
        }
    }

    @Test func `a wrong secret is told at once, with what to do`() async throws {
        try await S3Store.withServer(secretKey: "another") { store in
            await expectUnavailable("SignatureDoesNotMatch", "check the keys") {
                _ = try await store.create("a", Data())
            }
        }
    }

    @Test func `a bucket that is not there is no store without objects`() async throws {
        try await S3Store.withServer(bucket: "elsewhere") { store in
            for ask: () async throws -> Void in [
                { _ = try await store.read("a") }, { _ = try await store.size("a") },
                { _ = try await store.list("") },
            ] {
                await expectUnavailable("NoSuchBucket", "make the bucket", by: ask)
            }
        }
    }
}

extension S3Store {
    /// A store of its own in the server of the suite.
    static func withServer(
        secretKey: String = S3Server.secretKey, bucket: String = "tests",
        _ body: (S3Store) async throws -> Void
    ) async throws {
        let server = try #require(S3Server.current)
        // The server makes the bucket for whoever first writes to it.
        try await with(server.endpoint) { try await $0.checkRoom(for: 0) }
        try await with(
            server.endpoint, bucket: bucket, prefix: "\(UUID().uuidString)/", secretKey: secretKey,
            body)
    }

    /// A store at an endpoint, with little patience.
    static func with(
        _ endpoint: String, bucket: String = "tests", prefix: String = "",
        secretKey: String = S3Server.secretKey, patience: Duration = .seconds(20),
        stall: Duration = .seconds(15), _ body: (S3Store) async throws -> Void
    ) async throws {
        let place = S3Place(endpoint: endpoint, region: "us-east-1", bucket: bucket, prefix: prefix)
        let transport = try #require(CurlTransport())
        defer { transport.shutDown() }
        let surroundings = Surroundings(
            now: { Date() }, chance: { 1 }, patience: patience, stall: stall)
        try await body(
            S3Store(
                #require(place),
                S3Credentials(
                    accessKey: Secret(S3Server.accessKey), secretKey: Secret(secretKey)),
                transport, surroundings))
    }
}

/// Expects the whole store to be unavailable, for a reason with these words.
func expectUnavailable(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation,
    by ask: () async throws -> Void
) async {
    let error = await #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
        try await ask()
    }
    guard case .unavailable(_, let detail) = error else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        return
    }
    for word in words {
        #expect(detail.contains(word), "\(detail)", sourceLocation: sourceLocation)
    }
}
