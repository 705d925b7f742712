import Ground

/// One metric in the text format of Prometheus, version 0.0.4.
package struct Metric: Equatable, Sendable {
    /// What sort of value it is.
    package enum Kind: String, Sendable {
        /// It only grows.
        case counter
        /// It goes up and down.
        case gauge
        /// Counts of values within bounds, with their sum.
        case histogram
    }

    /// One value.
    package struct Sample: Equatable, Sendable {
        /// What follows the metric's name, as `_bucket`; usually empty.
        package let suffix: String
        /// Names and values, in the order in which they are written.
        package let labels: [Label]
        package let value: Double

        package init(suffix: String = "", labels: [Label] = [], value: Double) {
            self.suffix = suffix
            self.labels = labels
            self.value = value
        }
    }

    /// A name and a value by which samples of one metric differ.
    package struct Label: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package let name: String
    package let help: String
    package let kind: Kind
    package let samples: [Sample]

    package init(_ name: String, _ help: String, _ kind: Kind, _ samples: [Sample]) {
        self.name = name
        self.help = help
        self.kind = kind
        self.samples = samples
    }

    /// A metric with one sample, or none.
    package init(_ name: String, _ help: String, _ kind: Kind, _ value: Double?) {
        self.init(name, help, kind, value.map { [Sample(value: $0)] } ?? [])
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
