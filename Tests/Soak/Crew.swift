import Foundation
import TestSupport

/// The programs that run at the same time, each in a place of its own, so that chance can pick one to kill.
struct Crew: Sendable {
    let ground: Ground
    let notes = Notes()
    private let running = Observed<[String: RunningProgram]>([:])

    init(_ ground: Ground) { self.ground = ground }

    /// Lets workers, drains, a server and people work and kills one of them again and again; all are killed at the end.
    func work(for duration: Duration, seed: UInt64) async throws {
        // Makes the queue, so that it can be looked at.
        let owner = Operator(crew: self)
        let shoppers = try await owner.open().mapValues { token in
            try Shopper(ground, notes, token: token)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in Self.workers {
                group.addTask {
                    try await again {
                        _ = try await run(["worker", "--max-attempts", "2"], in: place)
                    }
                }
            }
            for place in Self.drains {
                group.addTask {
                    try await again {
                        _ = try await run(["drain", "--log-level", "info"], in: place)
                        try await Task.sleep(for: .milliseconds(100))
                    }
                }
            }
            for place in Self.servers {
                group.addTask {
                    try await again {
                        let address = "unix:\(ground.socket)"
                        _ = try await run(["serve", "--listen", address], in: place)
                    }
                }
            }
            for (index, place) in Self.people.enumerated() {
                var visitor = Visitor(
                    crew: self, shoppers: shoppers, place: place, seed: seed &+ UInt64(index) &+ 1)
                group.addTask { try await visitor.visit() }
            }
            group.addTask { try await owner.raise() }
            try await kill(for: duration, seed: seed)
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    /// Runs a program in a place to its end, and notes what it printed.
    func run(_ arguments: [String], in place: String) async throws -> ProgramResult {
        var variables = ground.variables
        variables["TZ"] = Self.zone(of: place)
        return try await Program.built("headshot").withRunning(
            arguments, environment: variables, folder: ground.folder
        ) { program in
            running.update { $0[place] = program }
            defer { running.update { $0[place] = nil } }
            let result = try await program.result()
            notes.add(result, of: arguments)
            return result
        }
    }

    private static let workers = ["worker 1", "worker 2", "worker 3"]
    private static let drains = ["drain 1", "drain 2"]
    private static let servers = ["server"]
    private static let people = ["person 1", "person 2", "person 3"]

    private static func zone(of place: String) -> String {
        let number = (people + workers + drains + servers).firstIndex(of: place) ?? 0
        return Ground.zones[number % Ground.zones.count]
    }

    private func again(_ work: () async throws -> Void) async throws {
        while !Task.isCancelled { try await work() }
    }

    /// Whether there was something to judge of each kind, which takes a busy machine longer.
    private var isTried: Bool {
        let content = notes.content
        return content.kills > 0 && content.raises > 0
            && ground.receivers.allSatisfy { !$0.value.messages.isEmpty }
    }

    /// Kills a random program every 0.5 to 2 seconds.
    private func kill(for duration: Duration, seed: UInt64) async throws {
        var dice = SplitMix64(state: seed)
        let queue = try QueueReader(home: ground.home)
        let end = ContinuousClock.now + duration
        try await withThrowingTaskGroup(of: Void.self) { group in
            while ContinuousClock.now < end || !isTried {
                try await Task.sleep(for: .seconds(Double.random(in: 0.5...2, using: &dice)))
                let places = Self.workers + Self.drains + Self.servers + Self.people
                let place = places[Int.random(in: places.indices, using: &dice)]
                // A person's command is short: it is met at any of its steps.
                let delay = Double.random(in: 0...0.2, using: &dice)
                let victim = try await running.wait { $0[place] }
                if Self.people.contains(place) { try await Task.sleep(for: .seconds(delay)) }
                victim.kill()
                let moment = ContinuousClock.now
                guard try await victim.waitForExit() == .signal(SIGKILL) else { continue }
                notes.add { $0.kills += 1 }
                group.addTask {
                    try await waitForRecovery(from: victim, killedAt: moment, in: queue)
                }
            }
            try await group.waitForAll()
        }
    }

    private func waitForRecovery(
        from victim: RunningProgram, killedAt moment: ContinuousClock.Instant, in queue: QueueReader
    ) async throws {
        let errors = try await victim.result().errors
        guard let worker = errors.firstMatch(of: /"worker\.id":"(\w+)"/)?.1,
            try await queue.isAnyJobHeld(by: String(worker))
        else { return }
        while try await queue.isAnyJobHeld(by: String(worker)) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let duration = moment.duration(to: .now)
        notes.add { $0.recoveries.append(duration) }
    }
}
