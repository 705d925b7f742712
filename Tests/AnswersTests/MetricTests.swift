import Answers
import Foundation
import JobQueue
import Testing

struct MetricTests {
    @Test func `a metric is its help, its type, and a line for each sample`() {
        let metric = Metric(
            "jobs", "Jobs by state.", .gauge,
            [.init([("state", "waiting"), ("by", "local")], 3), .init([], 0.5)])
        #expect(
            Metric.text(of: [metric]) == """
                # HELP jobs Jobs by state.
                # TYPE jobs gauge
                jobs{state="waiting",by="local"} 3
                jobs 0.5
                """)
    }

    @Test func `a histogram is its bounds, the sum and the count`() {
        let samples = Metric.Sample.histogram(
            [("by", "local")], [("0.5", 1), ("2.0", 3)], count: 4, sum: 7.5)
        #expect(
            Metric.text(of: [Metric("wait", "Waits.", .histogram, samples)]).hasSuffix(
                """
                wait_bucket{by="local",le="0.5"} 1
                wait_bucket{by="local",le="2.0"} 3
                wait_bucket{by="local",le="+Inf"} 4
                wait_sum{by="local"} 7.5
                wait_count{by="local"} 4
                """))
    }

    @Test func `a metric without samples is left out`() {
        let metrics = [
            Metric("empty", "Nothing.", .counter, []), Metric("one", "One.", .counter, 1),
            Metric("none", "Nothing.", .gauge, nil),
        ]
        #expect(
            Metric.text(of: metrics).split(separator: "\n").map(String.init) == [
                "# HELP one One.", "# TYPE one counter", "one 1",
            ])
    }

    @Test(arguments: [
        (#"a"b"#, #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a\nb", #"a\nb"#), (#"\n"#, #"\\n"#),
        ("ä{}=,", "ä{}=,"), ("a\"\u{301}b", "a\\\"\u{301}b"), ("a\\\u{301}b", "a\\\\\u{301}b"),
    ])
    func `no label can end its quotes or its line`(_ value: String, _ written: String) {
        let metric = Metric("m", "M.", .gauge, [.init([("l", value)], 1)])
        #expect(Metric.text(of: [metric]).hasSuffix("m{l=\"\(written)\"} 1"))
    }

    @Test(arguments: [
        (0.0, "0"), (-1, "-1"), (1.5, "1.5"), (1_795_251_600, "1795251600"), (0.000_039, "3.9e-05"),
    ])
    func `a number has no needless fraction`(_ value: Double, _ written: String) {
        #expect(Metric.text(of: [Metric("m", "M.", .gauge, value)]).hasSuffix("m \(written)"))
    }
}
