import Answers
import HTTPTypes
import Hummingbird
import JobQueue
import NIOCore
import ObjectStore
import Setup

/// Health and metrics, on a separate listener that no proxy shows to the world.
struct AdminRoutes: Sendable {
    let readiness: Readiness
    let metrics: ServerMetrics

    func add(to routes: Routes) {
        // Says only that the process answers, so that a supervisor does not end it for a full disk.
        routes.add(.get, "/healthz", .open) { _, _, _ in try Response.json(["status": "ok"]) }
        routes.add(.get, "/readyz", .open) { _, _, _ in
            let answer = await readiness.look()
            return try Response.json(
                answer, status: answer.status == .unavailable ? .serviceUnavailable : .ok)
        }
        routes.add(.get, "/metrics", .open) { _, _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: try await metrics.text())))
        }
    }
}
