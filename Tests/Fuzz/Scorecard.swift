/// What was seen, added up.
struct Scorecard {
    private var accepted = 0
    private var refused: [String: Int] = [:]
    private var wrong: [String] = []
    private var undecodable: [String] = []
    private var oddBoxes = 0

    var isClean: Bool { wrong.isEmpty && undecodable.isEmpty }

    mutating func add(_ outcomes: [(number: Int, outcome: Trials.Outcome)], _ failures: [String]) {
        for (_, outcome) in outcomes {
            switch outcome {
            case .accepted: accepted += 1
            case .refused(let rule): refused[rule, default: 0] += 1
            case .wrong(let what): wrong.append(what)
            }
        }
        let ofBoxes = failures.filter { $0.contains("\tboxes\t") }
        oddBoxes += ofBoxes.count
        undecodable += failures.filter { !ofBoxes.contains($0) }
    }

    var text: String {
        let rules = refused.sorted { $0.value > $1.value }.map { "\($0.value) by \($0.key)" }
        var lines = [
            "\(accepted) accepted, \(refused.values.reduce(0, +)) refused: "
                + rules.joined(separator: ", "),
            "\(undecodable.count) accepted that the second decoder cannot decode",
            "\(oddBoxes) accepted whose boxes another libheif refuses",
            "\(wrong.count) wrong answers",
        ]
        lines += undecodable + wrong
        return lines.joined(separator: "\n")
    }
}
