import Foundation

/// Both halves of the face are lit.
enum BalanceRule {
    static func finding(for facts: FaceFacts) -> FaceFinding? {
        guard let balance = facts.light?.balance, abs(balance.value) > FaceTable.harshBalance else {
            return nil
        }
        let (dark, bright) = balance.value > 0 ? ("left", "right") : ("right", "left")
        let times = pow(2, abs(balance.value)).rounded(to: 1)
        return FaceFinding(
            rule: .balance, severity: .warning, seen: balance.text,
            limit: "within \(Measure.text(FaceTable.harshBalance, .stops))",
            sentence: """
                The half of the face at the \(dark) of the picture is \(times) times darker than the one at the \
                \(bright). Turn to the window, so that it lights both.
                """)
    }
}
