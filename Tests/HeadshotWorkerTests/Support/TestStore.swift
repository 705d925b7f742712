import Foundation
import Ground
import HeadshotWorker
import ObjectStore
import TestSupport
import Testing
import Transfer

/// Where the files of a test's home are.
enum TestStore: String, Sendable {
    case folder, s3

    /// The stores that this machine has.
    static let all: [TestStore] = S3Server.isExpected ? [.folder, .s3] : [.folder]

    /// Makes a home with its files there for as long as `body` runs.
    func withHome<Result>(
        _ root: String, _ body: (HeadshotHome) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .folder:
            let home = HeadshotHome(root: root)
            try home.prepare()
            return try await body(home)
        case .s3:
            let server = try #require(S3Server.current)
            return try await Self.withStore(at: server.endpoint) { store in
                let home = HeadshotHome(root: root, objects: store)
                try home.prepare()
                return try await body(home)
            }
        }
    }

    /// A part of a server's bucket that no other test uses.
    static func withStore<Result>(
        at endpoint: String, patience: Duration = .seconds(20),
        _ body: (S3Store) async throws -> Result
    ) async throws -> Result {
        let place = S3Place(
            endpoint: endpoint, region: "us-east-1", bucket: "tests",
            prefix: "\(UUID().uuidString)/")
        let transport = try #require(CurlTransport())
        defer { transport.shutDown() }
        return try await body(
            S3Store(
                #require(place),
                S3Credentials(
                    accessKey: Secret(S3Server.accessKey), secretKey: Secret(S3Server.secretKey)),
                transport,
                S3Store.Surroundings(now: { Date() }, chance: { 1 }, patience: patience)))
    }
}

/// What is true of the files of a home wherever they are kept; the suites of it share a server.
@Suite(.timeLimit(.minutes(10)), .s3ServerIfInstalled)
struct FileTests {}

extension TestHome {
    /// The names of what is kept beneath a folder of the home or of its store, hidden files too.
    func kept(_ folder: String) async throws -> [String] {
        guard !home.keepsFiles else { return files(in: "\(home.root)/\(folder)") }
        return try await home.objects.list("\(folder)/").map(\.name)
    }

    /// The names of the headshots and their sidecars.
    func keptResults() async throws -> [String] {
        home.keepsFiles ? files(in: results) : try await kept("results")
    }

    /// Whether bytes are in any file of the home, or anywhere in its store.
    func hasAnywhere(_ bytes: Data) async throws -> Bool {
        for folder in [home.root, results] where folder.hasPrefix("/") {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let file = FileManager.default.contents(atPath: "\(folder)/\(path)")
                if file?.range(of: bytes) != nil { return true }
            }
        }
        guard !home.keepsFiles else { return false }
        for folder in ["photos", "spool", "answers", "results"] {
            for object in try await home.objects.list("\(folder)/") {
                let found = try await home.objects.read(object.key)?.range(of: bytes)
                if found != nil || object.key.utf8.starts(with: bytes) { return true }
            }
        }
        return false
    }
}
