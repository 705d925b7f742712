import Foundation
import JobQueue

/// Drives a queue of this project for the benchmark: `QueueBench <work> <folder> <jobs> <batch>`, or with
/// `postgres://…` in place of the folder.
///
/// Says "ready" once the queue is open and the jobs are drawn, waits for a line, works, and says "done": the time of
/// starting is not counted, and several processes start together.
@main
struct Program {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst().map(\.self)
        guard words.count == 4, let work = Work(rawValue: words[0]), let count = Int(words[2]),
            let batch = Int(words[3])
        else { throw Misuse() }
        let store = try open(words[1])
        let jobs = work.needsJobs ? (0..<count).map(Driver.job) : []
        say("ready")
        _ = readLine()
        try await run(
            work, on: store, jobs, count: count, batch: batch, isServer: isServer(words[1]))
        say("done")
        try store.close()
    }

    private static func isServer(_ place: String) -> Bool { place.hasPrefix("postgres://") }

    private static func open(_ place: String) throws -> JobStore {
        guard isServer(place) else { return try JobStore(folder: place) }
        return try JobStore(
            PostgresPlace(url: place), folder: FileManager.default.temporaryDirectory.path,
            patience: .seconds(30))
    }

    /// Not on the main thread, on which no worker runs.
    @concurrent
    private static func run(
        _ work: Work, on store: JobStore, _ jobs: [NewJob], count: Int, batch: Int, isServer: Bool
    ) async throws {
        let driver = Driver()
        try await store.keepLimits(orElse: driver.limits)
        // As a worker, which hears of changes: its own messages then go out beside its work.
        let bell = isServer ? store.bell() : nil
        defer { withExtendedLifetime(bell) {} }
        try await store.noteLongTransaction(now: Date())
        switch work {
        case .enqueue: try await driver.enqueue(jobs, batch: batch, into: store)
        case .finish: try await driver.finish(count, of: store)
        case .pay: try await driver.pay(count, of: store)
        case .live: try await driver.live(count, of: store)
        case .drip: try await driver.drip(jobs, into: store)
        }
    }

    private static func say(_ word: String) {
        FileHandle.standardOutput.write(Data("\(word)\n".utf8))
    }
}

enum Work: String {
    case enqueue, finish, pay, live, drip

    var needsJobs: Bool { self == .enqueue || self == .drip }
}

/// The arguments were wrong, or the queue did not hold the jobs that it was to be driven with.
struct Misuse: Error {}
