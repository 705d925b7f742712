import CrashPoints
import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// A server that is killed at a point while it does what a client asks.
struct ServeCrash: Sendable, CustomTestStringConvertible {
    let request: Request
    let point: CrashPoint

    var testDescription: String { "\(request) at \(point)" }

    enum Request: String, Sendable {
        case handIn, order, takeBack, scan
    }

    /// Every point that each request can reach; one that it does not reach fails the test.
    static let all: [ServeCrash] =
        [
            .draftMade, .draftSynced, .fileNamed, .photoKept, .uploadInserted, .uploadWritten,
        ].map { ServeCrash(request: .handIn, point: $0) }
        + [.jobsInserted, .jobsQueued].map { ServeCrash(request: .order, point: $0) }
        + [ServeCrash(request: .takeBack, point: .photosRemoved)]
        // Its row comes before its photo, so that no photo is without a row.
        + [.draftMade, .draftSynced, .fileNamed, .photoKept].map {
            ServeCrash(request: .scan, point: $0)
        }
}

/// A server is killed at each point at which something durable changes, and a client asks a fresh one again.
@Suite(.timeLimit(.minutes(10)))
struct ServeCrashTests {
    @Test(arguments: ServeCrash.all)
    func `killed at a point, a server loses nothing that it told and leaves nothing behind`(
        crash: ServeCrash
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            var client = try await Client(token: sandbox.addSpace("shop"))
            var doomed = sandbox
            doomed.variables["HEADSHOT_CRASH_POINT"] = "\(crash.point):1"
            try await ServerProcess.with(doomed) { server in
                do {
                    try await client.go(crash.request, server)
                } catch is URLError {}
                // One that lives on is stopped, which its exit shows.
                server.program.send(SIGTERM)
                #expect(try await server.program.waitForExit() == .signal(SIGKILL))
            }
            if crash.request == .scan {
                let rows = crash.point == .draftMade ? 0 : 1
                try await ServerProcess.with(sandbox) { server in
                    try await client.expectScans(rows, server)
                    try await client.go(.scan, server)
                    try await client.expectScans(1, server)
                }
            }
            try await ServerProcess.with(sandbox) { server in
                try await client.expectWhatItRead(server, isTakenBack: crash.request == .takeBack)
                try await client.go(.order, server)
                try await client.expectOrderIsReplayed(server)
            }
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.jobs().map(\.id) == client.jobs)
            #expect(try await emulator.ledger().count == 1)
            try await sandbox.expectPromises(printed: client.jobs, emulator)
            // Also what was handed in goes, with its photo, unless it was ordered from in time.
            try tamper(withQueueOf: sandbox.home, "UPDATE upload SET created_at = 0")
            try await sandbox.expectPromises(printed: client.jobs, emulator)
            // Of the order, and of the scan.
            #expect(try kept(in: sandbox).count == (crash.request == .scan ? 2 : 1))
        }
    }

    private func kept(in sandbox: Sandbox) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.home)/photos")
    }
}

/// Somebody who hands a photo in and orders from it, and remembers what was answered.
private struct Client {
    let token: String
    /// The ids that it has read.
    private(set) var photo: String?
    private(set) var jobs: [String] = []

    init(token: String) {
        self.token = token
    }

    /// Asks for something, and before for what has to come first and is missing.
    mutating func go(_ request: ServeCrash.Request, _ server: ServerProcess) async throws {
        if photo == nil, request != .scan {
            photo = try await server.upload(PhotoFixture.landscape(), token: token, person: "81f3")
        }
        switch request {
        case .handIn: break
        case .order:
            let answer = try await order(server)
            #expect([200, 202].contains(answer.status), "\(answer.text)")
            jobs = try ids(answer)
        case .takeBack: try await takeBack(server)
        case .scan: try await scan(server)
        }
    }

    /// Expects so many scans.
    func expectScans(_ count: Int, _ server: ServerProcess) async throws {
        let list = try await server.send("GET", "/v1/scans", token: token, person: "81f3")
        #expect(try (list.json["scans"] as? [Any])?.count == count, "\(list.text)")
    }

    private func scan(_ server: ServerProcess) async throws {
        let answer = try await server.send(
            "POST", "/v1/scans", token: token, person: "81f3",
            headers: ["content-type": "image/jpeg", "idempotency-key": "scan-1"],
            body: DrawnFace.photo())
        #expect([200, 201].contains(answer.status), "\(answer.text)")
        let id = try #require(try answer.json["id"] as? String)
        let photo = try await server.send(
            "GET", "/v1/scans/\(id)/photo", token: token, person: "81f3")
        #expect(try photo.body == DrawnFace.photo())
    }

    /// Expects that what it was told of is there; a photo that it began to take back may be gone.
    mutating func expectWhatItRead(_ server: ServerProcess, isTakenBack: Bool) async throws {
        guard let photo else { return }
        let answer = try await server.send(
            "GET", "/v1/photos/\(photo)", token: token, person: "81f3")
        #expect(answer.status == (isTakenBack ? 404 : 200), "\(answer.text)")
        if isTakenBack { self.photo = nil }
    }

    /// Expects that the same order again is the same job.
    func expectOrderIsReplayed(_ server: ServerProcess) async throws {
        let answer = try await order(server)
        #expect(answer.status == 200)
        #expect(try ids(answer) == jobs)
    }

    private func order(_ server: ServerProcess) async throws -> ServerProcess.Answer {
        try await server.post(
            "/v1/jobs",
            #"{"photo_id":"ID","styles":["front-casual"],"force":true}"#
                .replacing("ID", with: photo ?? ""),
            token: token, person: "81f3", headers: ["idempotency-key": "order-1"])
    }

    private func takeBack(_ server: ServerProcess) async throws {
        let answer = try await server.send(
            "DELETE", "/v1/photos/\(photo ?? "")", token: token, person: "81f3")
        #expect([202, 204].contains(answer.status))
    }

    private func ids(_ answer: ServerProcess.Answer) throws -> [String] {
        let jobs = try #require(try answer.json["jobs"] as? [[String: Any]])
        return jobs.compactMap { $0["id"] as? String }
    }
}
