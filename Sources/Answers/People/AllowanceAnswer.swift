import Companion
import HeadshotWorker

/// What a person's day has of a model's answers of one kind, as it is sent.
struct AllowanceAnswer: Encodable {
    let allowance: ModelAllowance

    func encode(to encoder: any Encoder) throws {
        let isUsedUp = allowance.obstacle == .dailyLimit
        try encoder.encode([
            "aDay": allowance.most, "used": allowance.used, "left": allowance.left,
            // Only where waiting helps.
            "againAt": isUsedUp ? allowance.again : nil, "reason": allowance.obstacle?.rawValue,
        ])
    }
}

extension [WordsKind: ModelAllowance] {
    /// By the names of the kinds; `nil` in a space without a model.
    var answers: [String: AllowanceAnswer]? {
        isEmpty
            ? nil
            : Dictionary<String, AllowanceAnswer>(
                uniqueKeysWithValues: map {
                    ($0.key.rawValue, AllowanceAnswer(allowance: $0.value))
                })
    }
}
