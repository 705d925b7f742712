import Answers
import HeadshotWorker
import JobQueue
import Setup

/// The metrics of the queue and of requests as text; the queue is read at most every ten seconds, since each reading
/// counts all charges.
///
/// Clock: the age of a text in memory.
actor ServerMetrics {
    private let session: Session
    private let build: ServerBuild
    private let requests: RequestMetrics
    private var last: (text: String, read: ContinuousClock.Instant)?

    private static let age: Duration = .seconds(10)

    init(_ session: Session, _ build: ServerBuild, _ requests: RequestMetrics) {
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
