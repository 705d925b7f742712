import Foundation
import Generation
import JobQueue

/// What new jobs will cost, and what stands between them and their headshots.
struct Forecast {
    let newJobs: Int
    let model: String
    let isKeySet: Bool
    let cap: DailyCap
    /// For each person with a new job: the charges of today and the waiting jobs, the new ones among them.
    let places: [Int]
    /// Why the gate is closed; `nil` while it is open.
    let gate: GateWords?

    /// The forecast as lines for people.
    func lines(now: Date) -> [String] {
        let count = newJobs == 1 ? "1 headshot" : "\(newJobs) headshots"
        var lines = ["\(count) by \(model): \(cost ?? "nobody knows the price of this model")."]
        if !isKeySet {
            lines.append(
                "No API key is set here: nothing is sent until a worker or a drain has one (GEMINI_API_KEY, or --api-key-file)."
            )
        }
        if let gate { lines.append("\(gate.sentence) \(gate.advice)") }
        if let day = lastDay(now: now) {
            lines.append(
                "The cap is \(cap.charges) a person a day: the last is made on \(cap.day(of: day)) or later."
            )
        }
        return lines
    }

    /// What the jobs cost at the model's usual price; `nil` if that is not known.
    private var cost: String? {
        ModelFacts.facts(for: model).pricePerPicture.map { price in
            "about \(MoneyWords.dollars(price * newJobs))"
        }
    }

    /// The day of the last headshot, if the cap stands in the way of making all today.
    private func lastDay(now: Date) -> Date? {
        let days = places.map { ($0 - 1) / cap.charges }.max() ?? 0
        guard days > 0 else { return nil }
        return (0..<days).reduce(now) { moment, _ in cap.nextDay(after: moment) }
    }
}
