public import Foundation
import FoundationNetworking
import Synchronization
public import Testing

/// A SeaweedFS on loopback, which checks signatures.
public struct S3Server: Sendable {
    /// Where it answers.
    public let endpoint: String

    /// The one key that it knows.
    public static let accessKey = "headshot-tests"
    /// The secret of the key.
    public static let secretKey = "secret-of-the-tests/+="
    /// A bucket that is there.
    public static let bucket = "tests"
    /// Where its files can be seen without its part that speaks S3.
    fileprivate let filer: String

    /// The server of the suite that runs.
    @TaskLocal public static var current: S3Server?

    /// The program, if it was installed.
    private static let program = Program(
        path: URL(filePath: #filePath).appending(path: "../../../.build/s3/bin/weed")
            .standardizedFileURL.path(percentEncoded: false))

    /// Whether there is a server to start.
    public static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: program.path)
    }

    /// Whether tests need it here: it is installed, or everything has to be.
    public static var isExpected: Bool { isInstalled || Needs.everything }

    /// Ports on which nothing listens.
    ///
    /// The kernel does not choose them for other sockets while the server starts: it chooses from 32768 on, unless
    /// `net.ipv4.ip_local_port_range` says otherwise. Servers of other suites, which start at the same time, get others.
    private static func freePorts(_ count: Int) -> [UInt16] {
        var ports: [UInt16] = []
        while ports.count < count {
            let port = UInt16.random(in: 10_000..<32_768)
            guard given.withLock({ $0.insert(port).inserted }),
                (try? LoopbackListener(on: port)) != nil
            else { continue }
            ports.append(port)
        }
        return ports
    }

    private static let given = Mutex<Set<UInt16>>([])

    /// Starts a server in a temporary folder for as long as `body` runs.
    static func with(_ body: (S3Server) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let keys = """
                {"identities":[{"name":"tests","credentials":[{"accessKey":"\(accessKey)",\
                "secretKey":"\(secretKey)"}],"actions":["Admin","Read","Write","List"]}]}
                """
            try Data(keys.utf8).write(to: URL(filePath: "\(folder)/keys.json"))
            let names = ["master", "volume", "filer", "s3"].flatMap {
                ["\($0).port", "\($0).port.grpc"]
            }
            let ports = freePorts(names.count)
            let arguments =
                [
                    "-logtostderr=true", "server", "-s3", "-dir=\(folder)", "-ip=127.0.0.1",
                    "-ip.bind=127.0.0.1", "-s3.config=\(folder)/keys.json", "-s3.iam=false",
                    "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false",
                    // Each bucket has volumes of its own.
                    "-volume.max=64", "-master.volumeSizeLimitMB=64",
                ] + zip(names, ports).map { "-\($0)=\($1)" }
            try await program.withRunning(arguments, folder: folder) { running in
                _ = try await running.waitForErrors("at http port \(ports[6])")
                let server = S3Server(
                    endpoint: "http://127.0.0.1:\(ports[6])",
                    filer: "http://127.0.0.1:\(ports[4])")
                try await server.makeBucket()
                try await body(server)
            }
        }
    }
}

extension S3Server {
    /// The port where it answers.
    public var port: UInt16 {
        URL(string: endpoint)?.port.flatMap(UInt16.init(exactly:)) ?? 0
    }

    private func makeBucket() async throws {
        var request = URLRequest(url: try url("\(Self.bucket)/"))
        request.httpMethod = "POST"
        _ = try await URLSession.shared.data(for: request)
    }

    /// All objects whose keys begin with a name and a slash, by the rest of their keys, without asking for them by S3.
    public func objects(beneath prefix: String) async throws -> [String: StoredObject] {
        var objects: [String: StoredObject] = [:]
        var folders = [""]
        while let folder = folders.popLast() {
            var request = URLRequest(
                url: try url("\(Self.bucket)/\(prefix)/\(folder)?limit=10000"))
            request.setValue("application/json", forHTTPHeaderField: "accept")
            let (list, _) = try await URLSession.shared.data(for: request)
            guard let names = try? JSONDecoder().decode(Listing.self, from: list).Entries else {
                continue
            }
            for entry in names {
                guard let name = entry.FullPath.split(separator: "/").last else { continue }
                if entry.isFolder {
                    folders.append("\(folder)\(name)/")
                } else {
                    let file = try url("\(Self.bucket)/\(prefix)/\(folder)\(name)")
                    objects["\(folder)\(name)"] = StoredObject(
                        bytes: try await URLSession.shared.data(from: file).0,
                        written: try entry.written)
                }
            }
        }
        return objects
    }

    /// Puts an object where it is, behind the back of the part that speaks S3.
    public func put(_ bytes: Data, at key: String) async throws {
        try await change(key, by: "PUT", bytes)
    }

    /// Removes an object behind the back of the part that speaks S3.
    public func remove(_ key: String) async throws { try await change(key, by: "DELETE", nil) }

    private func change(_ key: String, by method: String, _ bytes: Data?) async throws {
        var request = URLRequest(url: try url("\(Self.bucket)/\(key)"))
        request.httpMethod = method
        request.httpBody = bytes
        let (_, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, 200..<300 ~= status else {
            throw URLError(.badServerResponse)
        }
    }

    private func url(_ path: String) throws -> URL {
        guard let url = URL(string: "\(filer)/buckets/\(path)") else { throw URLError(.badURL) }
        return url
    }

    /// What the server lists of a folder, in its own words.
    private struct Listing: Decodable {
        struct Entry: Decodable {
            let FullPath: String
            let Mode: UInt32
            let Mtime: String

            var written: Date {
                get throws {
                    try Date(
                        Mtime, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
                }
            }

            /// By the bit that Go's files have.
            var isFolder: Bool { Mode & 1 << 31 != 0 }
        }
        let Entries: [Entry]
    }
}

/// Starts a server once for a suite.
public struct S3ServerTrait: SuiteTrait, TestScoping {
    fileprivate let isOptional: Bool

    /// Runs the suite beside the server.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard !isOptional || S3Server.isExpected else { return try await function() }
        try await S3Server.with { server in
            try await S3Server.$current.withValue(server) { try await function() }
        }
    }
}

extension Trait where Self == S3ServerTrait {
    /// Runs a suite beside an S3 server of its own.
    public static var s3Server: Self { S3ServerTrait(isOptional: false) }

    /// The same where there is one; elsewhere, the suite runs without.
    public static var s3ServerIfInstalled: Self { S3ServerTrait(isOptional: true) }
}
