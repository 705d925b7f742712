import Answers
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup
import Synchronization

/// Counts requests for `/metrics`: by route, method and status, with their times, and those under way.
///
/// Clock: only for the figures.
final class RequestMetrics: RouterMiddleware {
    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Tally {
        var count = 0
        var seconds = 0.0
        /// How many requests took at most each of the bounds.
        var buckets = [Int](repeating: 0, count: RequestMetrics.bounds.count)
    }

    private struct Figures {
        var tallies: [Key: Tally] = [:]
        var active: [String: Int] = [:]
    }

    /// In seconds: from a response out of memory to the longest exchange.
    private static let bounds = [
        0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
    ]

    /// Only the usual ones are counted: each new one would be remembered.
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .options, .patch,
    ]

    private let state = Mutex(Figures())

    @concurrent
    func handle(
        _ request: Request, context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard Self.methods.contains(request.method) else { return try await next(request, context) }
        let method = request.method.rawValue
        let start = ContinuousClock.now
        state.withLock { $0.active[method, default: 0] += 1 }
        @Sendable func ended(_ status: HTTPResponse.Status) {
            let key = Key(
                route: context.endpointPath ?? "Unknown", method: method, status: status.code)
            end(key, after: (ContinuousClock.now - start) / .seconds(1))
        }
        do {
            var response = try await next(request, context)
            let (body, status) = (response.body, response.status)
            // A response ends with its last byte.
            response.body = ResponseBody(contentLength: body.contentLength) { writer in
                defer { ended(status) }
                try await body.write(writer)
            }
            return response
        } catch {
            ended((error as? any HTTPResponseError)?.status ?? .internalServerError)
            throw error
        }
    }

    private func end(_ key: Key, after seconds: Double) {
        state.withLock { state in
            state.active[key.method, default: 1] -= 1
            var tally = state.tallies[key] ?? Tally()
            tally.count += 1
            tally.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
                tally.buckets[index] += 1
            }
            state.tallies[key] = tally
        }
    }

    var metrics: [Metric] {
        let state = state.withLock { $0 }
        let tallies = state.tallies.map { key, tally in
            let labels: [Metric.Label] = [
                ("route", key.route), ("method", key.method), ("status", "\(key.status)"),
            ]
            return (labels: labels, tally: tally)
        }.sorted { $0.labels.map(\.value).lexicographicallyPrecedes($1.labels.map(\.value)) }
        return [
            Metric(
                "headshot_http_requests_total", "Requests that were answered.", .counter,
                tallies.map { .init($0.labels, Double($0.tally.count)) }),
            Metric(
                "headshot_http_active_requests", "Requests under way.", .gauge,
                state.active.sorted { $0.key < $1.key }.map {
                    .init([("method", $0.key)], Double($0.value))
                }),
            Metric(
                "headshot_http_request_duration_seconds",
                "From a request to the last byte of its response.", .histogram,
                tallies.flatMap { Self.histogram($0.tally, $0.labels) }),
        ]
    }

    private static func histogram(_ tally: Tally, _ labels: [Metric.Label]) -> [Metric.Sample] {
        Metric.Sample.histogram(
            labels, zip(bounds, tally.buckets).map { ("\($0)", $1) }, count: tally.count,
            sum: tally.seconds)
    }
}

/// The metrics of the queue and of requests as text; the queue is read at most every ten seconds, since each reading
/// counts all charges.
///
/// Clock: the age of a text in memory.
actor ServerMetrics {
    private let session: Session
    private let build: Server.Build
    private let requests: RequestMetrics
    private var last: (text: String, read: ContinuousClock.Instant)?

    private static let age: Duration = .seconds(10)

    init(_ session: Session, _ build: Server.Build, _ requests: RequestMetrics) {
        self.session = session
        self.build = build
        self.requests = requests
    }

    func text() async throws -> String {
        "\(try await queue())\n\(Metric.text(of: requests.metrics))\n"
    }

    private func queue() async throws -> String {
        if let last, last.read.duration(to: .now) < Self.age { return last.text }
        let text = try await QueueMetrics(
            reading: session.store, at: session.home.root, budget: session.keptLimits.spend,
            version: build.version, commit: build.commit,
            now: session.configuration.environment.now
        ).text
        last = (text, .now)
        return text
    }
}
