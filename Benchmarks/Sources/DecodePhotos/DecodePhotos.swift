import Decoder
import Decoding
import Foundation
import Glibc
import HeadshotWorker
import Imaging

/// Prints what preparing photos costs in a process of its own beside doing it in this one: rows of a table.
@main
struct DecodePhotos {
    static func main() async throws {
        let arguments = CommandLine.arguments
        // It is the decoder, too, so that both ways run the same code.
        if arguments.dropFirst().first == DecoderCommand.decode.rawValue {
            await DecoderService.run(arguments: arguments)
        }
        // As a decoding process does: what is compared are the fences.
        ImageLane.runInline()
        let work = PictureWork(nets: nil)
        try await work.warmUp()
        let pool = DecoderPool(DecoderProgram(path: "/proc/self/exe"), size: 1)
        _ = try await pool.greeting()
        for path in arguments.dropFirst() {
            let photo = try Data(contentsOf: URL(filePath: path))
            var here: [Cost] = []
            var there: [Cost] = []
            for _ in 0..<rounds {
                here.append(try await cost { _ = try await work.perform(task, on: photo) })
                there.append(try await cost { _ = try await pool.perform(task, on: photo) })
            }
            printRow((path as NSString).lastPathComponent, here, there)
        }
    }

    /// What a worker does with a photo.
    private static let task = PictureTask.prepare(looks: true)
    private static let rounds = 15

    /// Milliseconds, of all processors and of the clock.
    private struct Cost {
        var computing: Double
        var elapsed: Double
    }

    private static func cost(_ body: () async throws -> Void) async throws -> Cost {
        let children = children()
        let (start, computed) = (ContinuousClock.now, computing(children))
        try await body()
        return Cost(
            computing: computing(children) - computed,
            elapsed: (ContinuousClock.now - start) / .milliseconds(1))
    }

    private static func printRow(_ name: String, _ here: [Cost], _ there: [Cost]) {
        let (mine, its) = (mean(here.map(\.computing)), mean(there.map(\.computing)))
        let elapsed = median(there.map(\.elapsed)) - median(here.map(\.elapsed))
        print(
            String(
                format: "| %@ | %.1f ms | %.1f ms | %.3f | %+.1f ms | %+.1f ms |", name, mine, its,
                its / mine, its - mine, elapsed))
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    /// Of what the system counts in hundredths of a second.
    private static func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    /// What this process, its children and theirs that have ended have computed so far, in milliseconds.
    private static func computing(_ children: [pid_t]) -> Double {
        var clock = clockid_t()
        var time = timespec()
        clock_getcpuclockid(getpid(), &clock)
        clock_gettime(clock, &time)
        let own = Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
        return children.reduce(own) { sum, process in
            let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
            // Its own time as a user and in the system, and that of its children.
            return sum + fields.dropFirst(11).prefix(4).compactMap { Double($0) }.reduce(0, +) * 10
        }
    }

    private static func children() -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap(pid_t.init).filter { process in
            let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && pid_t(fields[1]) == getpid()
        }
    }
}
