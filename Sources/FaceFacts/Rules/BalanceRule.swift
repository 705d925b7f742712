import Foundation
import Ground

/// Both halves of the face are lit.
enum BalanceRule: FaceRule {
    static let name = "balance"
    static let part: PhotoScore.Part? = .light

    static func finding(for facts: FaceFacts) -> Finding? {
        guard let balance = facts.light?.balance, abs(balance.value) > FaceTable.harshBalance else {
            return nil
        }
        let (dark, bright) = balance.value > 0 ? ("left", "right") : ("right", "left")
        let times = pow(2, abs(balance.value)).rounded(to: 1)
        return Finding(
            rule: name, severity: .warning, seen: balance.text,
            limit: "within \(Measure.text(FaceTable.harshBalance, .stops))",
            sentence: """
                The half of the face at the \(dark) of the picture is \(times) times darker than the one at the \
                \(bright). Turn to the window, so that it lights both.
                """)
    }
}
