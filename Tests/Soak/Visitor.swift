import Foundation
import TestSupport

/// Somebody who uses the command line and an app all the time, as chance will have it, and never lies about money.
struct Visitor {
    let crew: Crew
    let shoppers: [String: Shopper]
    let place: String
    private var dice: SplitMix64
    private var submits = 0

    init(crew: Crew, shoppers: [String: Shopper], place: String, seed: UInt64) {
        self.crew = crew
        self.shoppers = shoppers
        self.place = place
        dice = SplitMix64(state: seed)
    }

    /// Does one thing after the other until the task is cancelled.
    mutating func visit() async throws {
        while !Task.isCancelled {
            try await act()
            try await Task.sleep(for: .seconds(Double.random(in: 0...0.5, using: &dice)))
        }
    }

    private mutating func act() async throws {
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<45: try await submit()
        case 45..<57: try await run("cancel", on: anyJob())
        case 57..<67: try await run("retry", on: anyJob())
        case 67..<82: try await resolve()
        case 82..<92: try await clearGate()
        default: try await run(pick(["status", "list", "usage", "gate"]))
        }
    }

    private mutating func submit() async throws {
        submits += 1
        // New people come all the time, and each has a few more wishes than the cap allows in the end. Their ids are the
        // same in all spaces.
        let person = "\(place.last ?? "0")-\(submits / 20)-\(pick([1, 2]))"
        let photo = pick(crew.ground.photos)
        if Int.random(in: 0..<3, using: &dice) == 0 {
            let key = "\(place.suffix(1))-\(submits)"
            try await shoppers[pick(Ground.spaces)]?.order(photo, of: person, key: key)
            return
        }
        var arguments = ["submit", photo, "--person", person]
        let space = pick([""] + Ground.spaces)
        if !space.isEmpty { arguments += ["--space", space] }
        let (second, kind) = (pick(crew.ground.photos), Int.random(in: 0..<6, using: &dice))
        if kind == 0 {
            arguments += ["--kind", "analysis", "--side", second]
        } else {
            // Forced, as the photos show no face, and of each there are few.
            arguments += ["--force", "--again"]
        }
        switch kind {
        case 1: arguments += ["--key", "order of \(photo)"]
        case 2: arguments.append(second)
        default: break
        }
        arguments += ["--priority", pick(["0", "0", "5"])]
        _ = try await crew.run(arguments, in: place)
    }

    /// Says of an uncertain job what the provider's ledger says, once nothing can be on its way any more.
    private mutating func resolve() async throws {
        let list = try await crew.run(["list", "--state", "uncertain", "--json"], in: place)
        guard list.exit == .status(0) else { return }
        let settled = try ListedJob.jobs(in: list.output)
            .filter { $0.ended.map { $0 < Date(timeIntervalSinceNow: -5) } ?? false }
        guard let job = settled.randomElement(using: &dice)?.id else { return }
        let charged = try await crew.ground.emulator.ledger()
            .filter { $0.requestID?.hasPrefix("\(job)-") ?? false }.map(\.charged)
        if charged.contains(.yes) {
            try await run("resolve", job, "--paid")
        } else if charged.contains(.unknown) {
            try await run("retry", job, "--accept-possible-charge")
        } else {
            try await run("resolve", job, "--not-paid")
        }
    }

    private func clearGate() async throws {
        crew.notes.add { $0.clears.append(Date()) }
        try await run("gate", "clear")
    }

    private func run(_ arguments: String...) async throws {
        _ = try await crew.run(arguments, in: place)
    }

    private func run(_ command: String, on job: String?) async throws {
        if let job { try await run(command, job) }
    }

    private mutating func anyJob() -> String? {
        crew.notes.content.printed.randomElement(using: &dice)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &dice)]
    }
}
