import Foundation
import Glibc
import Ground
import Nets
import Studio
import Imaging
import Validation

/// What each step from a photo to a finished headshot costs.
enum Timing {
    private static let rounds = 9

    static func printTable(of path: String, _ setup: Setup) async throws {
        let photo = try Data(contentsOf: URL(filePath: path))
        guard let subject = try await Subject(photo, setup) else {
            throw FiguresError.unusable(path)
        }
        let crop = subject.studioCrop()
        print("| step | CPU, median |")
        print("|---|---:|")
        let input = [Float](repeating: 0.5, count: 256 * 256 * 3)
        _ = try await row("the photo decoded and cropped") { _ = try await Subject(photo, setup) }
        _ = try await row("the net, four times") {
            for _ in 0..<4 { _ = setup.nets.segmentation.run(input) }
        }
        let cut = try await row("cut out, the net included") {
            _ = CutOut(of: crop, faces: 1, yaw: nil, nets: setup.nets)
        }
        let cutOut = CutOut(of: crop, faces: 1, yaw: nil, nets: setup.nets)
        let studio = try await row("before a studio backdrop") { _ = cutOut.picture(on: .studio) }
        let blur = try await row("before its own background, out of focus") {
            _ = cutOut.picture(on: .blur)
        }
        let picture = cutOut.picture(on: .studio)
        let jpeg = try await row("encoded") { _ = try await subject.crop.jpeg(of: picture) }
        print(
            String(
                format: "| **in all, beyond decoding** | **%.0f ms** |",
                cut + max(studio, blur) + jpeg))
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print(
            "\nA crop of \(crop.width) × \(crop.height) pixels; the most memory was \(usage.ru_maxrss / 1024) MB."
        )
    }

    private static func row(_ name: String, _ body: () async throws -> Void) async throws -> Double
    {
        var costs: [Double] = []
        for _ in 0..<rounds {
            let start = computed()
            try await body()
            costs.append(computed() - start)
        }
        costs.sort()
        print(String(format: "| %@ | %.0f ms |", name, costs[rounds / 2]))
        return costs[rounds / 2]
    }

    /// What this process has computed so far, in milliseconds.
    private static func computed() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
