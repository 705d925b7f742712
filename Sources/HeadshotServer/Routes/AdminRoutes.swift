import Answers
import HTTPTypes
import Hummingbird
import JobQueue
import NIOCore
import ObjectStore
import Setup

/// Health and metrics, on a listener of their own that no proxy shows to the world.
struct AdminRoutes: Sendable {
    let readiness: Readiness
    let metrics: MetricsCache

    func add(to router: Router<ServerContext>) {
        // Says only that the process answers, so that a supervisor does not end it for a full disk.
        router.get("healthz") { _, _ in try Response.json(["status": "ok"]) }
        router.get("readyz") { _, _ in
            let answer = await readiness.look()
            return try Response.json(
                answer, status: answer.status == .unavailable ? .serviceUnavailable : .ok)
        }
        router.get("metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try await metrics.text() + "\n")))
        }
    }
}

/// The queue's metrics as text, read at most every ten seconds, since each reading counts all charges.
actor MetricsCache {
    private let session: Session
    private let build: ServerBuild
    private var last: (text: String, read: ContinuousClock.Instant)?

    private static let age: Duration = .seconds(10)

    init(_ session: Session, _ build: ServerBuild) {
        self.session = session
        self.build = build
    }

    func text() async throws -> String {
        if let last, last.read.duration(to: .now) < Self.age { return last.text }
        let text = try await session.metrics(version: build.version, commit: build.commit).text
        last = (text, .now)
        return text
    }
}
