import FaceAnalysis
import Foundation
import Validation

/// What each part of a look at a photo costs.
enum Timing {
    static func printTable(of photos: [PhotoFile], with analyzer: FaceAnalyzer) async throws {
        var decoding = Samples()
        var detection = Samples()
        var rest = Samples()
        var analysis = Samples()
        var elapsed = Samples()
        print("photo".padded(24), "decode", "detect", "rest  ", "beyond decoding (CPU ms)")
        for photo in photos {
            let before = CPUClock.now
            let pixels = try await photo.pixels()
            let decoded = CPUClock.now
            _ = try await analyzer.faces(in: pixels)
            let detected = CPUClock.now
            let start = ContinuousClock.now
            _ = try await analyzer.analyze(pixels)
            elapsed.add((ContinuousClock.now - start) / .milliseconds(1))
            let analyzed = CPUClock.now
            decoding.add(decoded - before)
            detection.add(detected - decoded)
            analysis.add(analyzed - detected)
            rest.add(max(0, analyzed - detected - (detected - decoded)))
            print(
                photo.name.padded(24), decoding.last.ms, detection.last.ms, rest.last.ms,
                analysis.last.ms)
        }
        print("")
        for (label, samples) in [
            ("decode", decoding), ("detect", detection), ("the rest", rest),
            ("beyond decoding", analysis), ("beyond decoding, elapsed", elapsed),
        ] {
            print(
                label.padded(26),
                "median \(samples.quantile(0.5).ms) p95 \(samples.quantile(0.95).ms)",
                "most \(samples.quantile(1).ms) ms")
        }
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
