import Answers
import Metrics
import Synchronization

/// What the framework measures of requests, kept for `/metrics`; everything else that is measured is dropped.
final class HTTPMetrics: MetricsFactory {
    /// Names and values, as one text.
    private typealias Labels = [Metric.Label]

    /// One measured value.
    fileprivate final class Cell: Sendable {
        let labels: [Metric.Label]
        private let value = Mutex(Value())

        struct Value {
            var sum = 0.0
            /// How many values were at most each bound, and how many there were at all.
            var counts = [Int](repeating: 0, count: HTTPMetrics.bounds.count)
            var count = 0
        }

        init(_ labels: [Metric.Label]) {
            self.labels = labels
        }

        var now: Value { value.withLock { $0 } }

        func add(_ amount: Double) { value.withLock { $0.sum += amount } }
        func set(_ amount: Double) { value.withLock { $0.sum = amount } }

        func record(_ seconds: Double) {
            value.withLock { value in
                value.sum += seconds
                value.count += 1
                for (index, bound) in HTTPMetrics.bounds.enumerated() where seconds <= bound {
                    value.counts[index] += 1
                }
            }
        }
    }

    /// What is kept, by the framework's names.
    private enum Known: String, CaseIterable {
        case requests = "hb.requests"
        case active = "http.server.active_requests"
        case duration = "http.server.request.duration"
    }

    private let cells = Mutex<[Known: [String: Cell]]>([:])

    /// In seconds: from an answer out of memory to the longest exchange.
    fileprivate static let bounds = [
        0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
    ]

    /// The requests so far.
    var metrics: [Metric] {
        let cells = cells.withLock { $0 }
        func all(_ known: Known) -> [Cell] {
            (cells[known] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        }
        func samples(_ known: Known) -> [Metric.Sample] {
            all(known).map { Metric.Sample(labels: $0.labels, value: $0.now.sum) }
        }
        return [
            Metric(
                "headshot_http_requests_total", "Requests that were answered.", .counter,
                samples(.requests)),
            Metric(
                "headshot_http_active_requests", "Requests on their way.", .gauge,
                samples(.active)),
            Metric(
                "headshot_http_request_duration_seconds",
                "From a request to the last byte of its answer.", .histogram,
                all(.duration).flatMap(Self.histogram)),
        ]
    }

    private static func histogram(_ cell: Cell) -> [Metric.Sample] {
        let value = cell.now
        let buckets = zip(bounds, value.counts).map { bound, count in
            Metric.Sample(
                suffix: "_bucket", labels: cell.labels + [Metric.Label("le", "\(bound)")],
                value: Double(count))
        }
        let count = Double(value.count)
        return buckets + [
            Metric.Sample(
                suffix: "_bucket", labels: cell.labels + [Metric.Label("le", "+Inf")], value: count),
            Metric.Sample(suffix: "_sum", labels: cell.labels, value: value.sum),
            Metric.Sample(suffix: "_count", labels: cell.labels, value: count),
        ]
    }

    /// The cell of a name and its labels; nil for a name that nobody wants.
    private func cell(_ label: String, _ dimensions: [(String, String)]) -> Cell? {
        guard let known = Known(rawValue: label) else { return nil }
        let names = [
            "http.route": "route", "http.request.method": "method",
            "http.response.status_code": "status",
        ]
        let labels = dimensions.compactMap { name, value in
            names[name].map { Metric.Label($0, value) }
        }
        let key = labels.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
        return cells.withLock { cells in
            if let cell = cells[known]?[key] { return cell }
            let cell = Cell(labels)
            cells[known, default: [:]][key] = cell
            return cell
        }
    }
}

extension HTTPMetrics {
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        cell(label, dimensions).map(Handler.init) ?? NOOPMetricsHandler.instance
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        cell(label, dimensions).map(Handler.init) ?? NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        cell(label, dimensions).map(Handler.init) ?? NOOPMetricsHandler.instance
    }

    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { NOOPMetricsHandler.instance }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// Writes into a cell what the framework measured.
private final class Handler: CounterHandler, MeterHandler, TimerHandler {
    private let cell: HTTPMetrics.Cell

    init(_ cell: HTTPMetrics.Cell) {
        self.cell = cell
    }

    func increment(by amount: Int64) { cell.add(Double(amount)) }
    func increment(by amount: Double) { cell.add(amount) }
    func decrement(by amount: Double) { cell.add(-amount) }
    func set(_ value: Int64) { cell.set(Double(value)) }
    func set(_ value: Double) { cell.set(value) }
    func recordNanoseconds(_ duration: Int64) { cell.record(Double(duration) / 1e9) }
    /// Counters only grow.
    func reset() {}
}
