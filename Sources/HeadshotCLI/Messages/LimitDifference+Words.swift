import Answers
import Setup

extension LimitDifference {
    /// Both values, with the names by which one is set.
    var sentence: String {
        switch self {
        case .charges(let named, let kept):
            "--daily-cap or HEADSHOT_DAILY_CAP says \(named), but the queue's daily cap is \(kept)."
        case .spend(let named, let kept):
            """
            --max-spend-per-day or HEADSHOT_MAX_SPEND_PER_DAY says \(MoneyWords.dollars(named)), but the queue \
            \(kept.map { "spends at most \(MoneyWords.dollars($0)) a day" } ?? "has no budget").
            """
        case .timeZone(let named, let kept):
            """
            --time-zone or HEADSHOT_TIME_ZONE says \(named), but the queue's days begin in the time zone \(kept).
            """
        }
    }

    /// The option of `headshot queue limits` that would make the queue agree.
    var option: String {
        switch self {
        case .charges(let named, _): "--daily-cap \(named)"
        case .spend(let named, _): "--max-spend-per-day \(Double(named) / 1_000_000)"
        case .timeZone(let named, _): "--time-zone \(named)"
        }
    }
}
