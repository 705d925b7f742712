extension Scorecard {
    /// The tables of a page of results, in Markdown.
    var page: String {
        let names = Degradation.all.map(\.name).filter { name in
            chains.contains { $0.degradation == name }
        }
        return """
            \(Set(chains.map(\.subject)).count) photos, \(chains.count) chains of \(Degradation.steps.count) steps. The measure \
            falls from step to step in \(fallingShare.percent) of them (goal 95 %); the right rule is among the first that \
            speak in \(rightShare.percent) of those in which any does (goal 80 %).

            | made worse by | measure | falls | right rule | speaks first |
            |---|---|---|---|---|
            \(names.map(line).joined(separator: "\n"))

            Cross-talk: in how many chains each rule speaks at any step and did not before. The right ones are in bold.

            \(crossTalk(names))
            """
    }

    private func line(of name: String) -> String {
        let own = chains.filter { $0.degradation == name }
        let degradation = Degradation.all.first { $0.name == name }
        let (falling, right) = (own.compactMap(\.isFalling), own.compactMap(\.isRight))
        return """
            | \(name) | \(degradation?.measureName ?? "") | \(falling.count { $0 }) of \(falling.count) | \
            \((degradation?.rules ?? []).sorted().joined(separator: ", ")) | \(right.count { $0 }) of \(right.count) |
            """
    }

    private func crossTalk(_ names: [String]) -> String {
        let rules = Set(chains.flatMap(\.all)).sorted()
        let lines = names.map { name -> String in
            let own = chains.filter { $0.degradation == name }
            let right = Degradation.all.first { $0.name == name }?.rules ?? []
            let cells = rules.map { rule -> String in
                let count = own.count { $0.all.contains(rule) }
                return count == 0 ? "" : right.contains(rule) ? "**\(count)**" : "\(count)"
            }
            return "| \(name) | \(cells.joined(separator: " | ")) |"
        }
        return """
            | | \(rules.joined(separator: " | ")) |
            |---\(String(repeating: "|---", count: rules.count))|
            \(lines.joined(separator: "\n"))
            """
    }
}

extension Double {
    fileprivate var percent: String { "\((self * 1000).rounded() / 10) %" }
}
