import Ground

/// One metric in the text format of Prometheus, version 0.0.4.
package struct Metric: Sendable {
    /// What sort of value it is.
    package enum Kind: String, Sendable {
        /// It only grows.
        case counter
        /// It goes up and down.
        case gauge
        /// Counts of values within bounds, with their sum.
        case histogram
    }

    /// A name and a value by which samples of one metric differ.
    package typealias Label = (name: String, value: String)

    /// One value.
    package struct Sample: Sendable {
        /// What follows the metric's name, as `_bucket`; usually empty.
        private(set) var suffix = ""
        let labels: [Label]
        let value: Double

        package init(_ labels: [Label] = [], _ value: Double) {
            self.labels = labels
            self.value = value
        }

        /// The samples of a histogram of one set of labels.
        ///
        /// - Parameter counts: How many values are within each bound.
        package static func histogram(
            _ labels: [Label], _ counts: [(bound: String, count: Int)], count: Int, sum: Double
        ) -> [Sample] {
            let buckets = (counts + [("+Inf", count)]).map { bound, count in
                Sample(labels + [("le", bound)], Double(count)).with("_bucket")
            }
            return buckets + [
                Sample(labels, sum).with("_sum"), Sample(labels, Double(count)).with("_count"),
            ]
        }

        private func with(_ suffix: String) -> Sample {
            var sample = self
            sample.suffix = suffix
            return sample
        }
    }

    private let name: String
    private let help: String
    private let kind: Kind
    private let samples: [Sample]

    package init(_ name: String, _ help: String, _ kind: Kind, _ samples: [Sample]) {
        self.name = name
        self.help = help
        self.kind = kind
        self.samples = samples
    }

    /// A metric with one sample, or none.
    package init(_ name: String, _ help: String, _ kind: Kind, _ value: Double?) {
        self.init(name, help, kind, value.map { [Sample([], $0)] } ?? [])
    }

    /// The lines of some metrics, without a newline at the end; those without samples are left out.
    package static func text(of metrics: [Metric]) -> String {
        metrics.filter { !$0.samples.isEmpty }.flatMap(\.lines).joined(separator: "\n")
    }

    private var lines: [String] {
        let head = [
            "# HELP \(name) \(Self.escaped(help, quotes: false))",
            "# TYPE \(name) \(kind.rawValue)",
        ]
        return head
            + samples.map { sample in
                let labels = sample.labels.map {
                    "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\""
                }
                let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
                return "\(name)\(sample.suffix)\(list) \(Self.number(sample.value))"
            }
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\"" where quotes: "\\\""
            default: nil
            }
        }
    }

    /// A number without a needless fraction.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { String($0) } ?? String(value)
    }
}
