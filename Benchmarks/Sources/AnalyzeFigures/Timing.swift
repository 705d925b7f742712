import FaceFacts
import FaceMeasuring
import Foundation
import Imaging
import Validation

/// What each part of a look at a photo costs.
enum Timing {
    static func printTable(of photos: [PhotoFile], with analyzer: FaceAnalyzer) async throws {
        var decoding = Samples()
        var analysis = Samples()
        var ofOnePerson = Samples()
        var elapsed = Samples()
        print("photo".padded(24), "decode", "beyond decoding (CPU ms)")
        for photo in photos {
            let before = CPUClock.now
            let pixels = try await photo.pixels()
            decoding.add(CPUClock.now - before)
            var isOne = false
            let cost = try await least {
                isOne = try analyzer.analyze(pixels).facts.faces.count == 1
            }
            analysis.add(cost.computing)
            elapsed.add(cost.elapsed)
            if isOne { ofOnePerson.add(cost.computing) }
            print(photo.name.padded(24), decoding.last.ms, analysis.last.ms)
        }
        print("")
        print("The least of \(rounds) rounds for each photo, in milliseconds.")
        for (label, samples) in [
            ("decode, once", decoding), ("beyond decoding", analysis),
            ("beyond decoding, elapsed", elapsed),
            ("of \(ofOnePerson.count) with one person", ofOnePerson),
        ] {
            print(
                label.padded(26),
                "median \(samples.quantile(0.5).ms) p95 \(samples.quantile(0.95).ms)",
                "most \(samples.quantile(1).ms) ms")
        }
    }

    /// What else the machine does only ever adds.
    private static let rounds = 3

    private static func least(
        _ body: () async throws -> Void
    ) async throws -> (computing: Double, elapsed: Double) {
        var least = (computing: Double.infinity, elapsed: Double.infinity)
        for _ in 0..<rounds {
            let (before, start) = (CPUClock.now, ContinuousClock.now)
            try await body()
            least.computing = min(least.computing, CPUClock.now - before)
            least.elapsed = min(least.elapsed, (ContinuousClock.now - start) / .milliseconds(1))
        }
        return least
    }
}

/// The processor time of this process, in milliseconds.
enum CPUClock {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

/// Numbers of one kind.
struct Samples {
    private var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    var last: Double { values.last ?? 0 }
    var count: Int { values.count }
    var mean: Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }

    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}

extension Double {
    var ms: String { String(format: "%6.1f", self) }
    var short: String { String(format: "%.2f", self) }
    var signed: String { String(format: "%+.2f", self) }
}

extension String {
    func padded(_ width: Int) -> String {
        padding(toLength: max(width, count), withPad: " ", startingAt: 0)
    }
}
