import Foundation
import TestSupport

/// Somebody who sets the limits of the queue, and raises the budgets as they are used up.
struct Operator: Sendable {
    let crew: Crew

    /// How many headshots a person gets a day.
    static let cap = 3
    /// What a day may cost before anything is raised.
    static let first = DayBudget(integerLiteral: firstCents * microDollars)
    private static let firstCents = 40
    private static let microDollars = 10_000
    /// The cents that are left of each budget after a raise; nil is the budget of all spaces.
    private static let allowances: [(String?, Int)] = [(nil, 40), (Ground.thrifty, 12)]

    /// Makes the queue, its limits and its spaces, and returns the spaces' tokens.
    func open() async throws -> [String: String] {
        let free = [
            "free-jobs", "orders", "uploads", "space-free-jobs", "space-orders", "space-uploads",
        ]
        var tokens: [String: String] = [:]
        for space in Ground.spaces {
            var command = ["space", "add", space, "--new-persons", "1000000"]
            command += free.flatMap { ["--limit", "\($0)=1000000"] }
            command += ["--webhook", crew.ground.receivers[space]?.url ?? ""]
            if space == Ground.thrifty { command += ["--budget", Self.dollars(Self.firstCents)] }
            let lines = try await run(command).output.split(separator: "\n").map(String.init)
            tokens[space] = lines.first
            crew.notes.add { $0.secrets[space] = lines.last }
        }
        _ = try await run([
            "queue", "limits", "--daily-cap", "\(Self.cap)", "--time-zone", "UTC",
            "--max-spend-per-day", Self.dollars(Self.firstCents),
        ])
        return tokens
    }

    /// Raises the budgets until the task is cancelled.
    func raise() async throws {
        let queue = try QueueReader(home: crew.ground.home)
        var limits = Self.allowances.map { _ in Self.firstCents }
        while true {
            try await Task.sleep(for: .seconds(2))
            for (number, (space, allowance)) in Self.allowances.enumerated() {
                let cents = try await queue.spent(in: space) / Self.microDollars + allowance
                guard cents > limits[number] else { continue }
                limits[number] = cents
                try await set(space, cents: cents)
                crew.notes.add { $0.raises += 1 }
            }
        }
    }

    /// Lets all that waits for money go on.
    func lift() async throws {
        for (space, _) in Self.allowances { try await set(space, cents: nil) }
    }

    private func set(_ space: String?, cents: Int?) async throws {
        var command = space.map { ["space", "set", $0] } ?? ["queue", "limits"]
        command +=
            cents.map { [space == nil ? "--max-spend-per-day" : "--budget", Self.dollars($0)] }
            ?? ["--no-budget"]
        let asked = Date()
        note(space, cents, asked: asked, done: .distantFuture)
        if try await run(command).exit == .status(0) {
            note(space, cents, asked: asked, done: Date())
        }
    }

    private func note(_ space: String?, _ cents: Int?, asked: Date, done: Date) {
        let most = cents.map { $0 * Self.microDollars }
        crew.notes.add { content in
            if let space {
                content.budgets.ofSpaces[space]?.change(to: most, asked: asked, done: done)
            } else {
                content.budgets.ofAll?.change(to: most, asked: asked, done: done)
            }
        }
    }

    private static func dollars(_ cents: Int) -> String {
        "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }

    /// Its commands are not killed: what they did would not be known.
    private func run(_ arguments: [String]) async throws -> ProgramResult {
        try await crew.run(arguments, in: "operator")
    }
}
