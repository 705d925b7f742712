import ArgumentParser
import Foundation
import JobQueue
import Setup

/// The cap and the budget: shared by the commands that apply or show them.
struct CapOptions: ParsableArguments {
    /// The cap.
    @Option(
        help: ArgumentHelp(
            "The most headshots a person a day.",
            discussion:
                "Default: $HEADSHOT_DAILY_CAP, else the queue's; \(DailyCap.standardCharges) in a new queue.",
            valueName: "number"))
    var dailyCap: Int?

    /// The budget.
    @Option(
        help: ArgumentHelp(
            "The most US dollars a day for all persons together, as '5' or '0.50'.",
            discussion:
                "Default: $HEADSHOT_MAX_SPEND_PER_DAY, else the queue's; no limit in a new queue.",
            valueName: "dollars"))
    var maxSpendPerDay: Dollars?

    /// The zone.
    @Option(
        help: ArgumentHelp(
            "The time zone whose midnight begins the day, as 'Europe/Berlin'.",
            discussion:
                "Default: $HEADSHOT_TIME_ZONE, else the queue's; the machine's in a new queue.",
            valueName: "zone"),
        completion: .custom { _, _, _ in TimeZone.knownTimeZoneIdentifiers })
    var timeZone: TimeZone?

    var overrides: CapOverrides {
        CapOverrides(dailyCap: dailyCap, maxSpendPerDay: maxSpendPerDay, timeZone: timeZone)
    }

    func validate() throws {
        if let dailyCap, dailyCap < 1 { throw ValidationError("--daily-cap must be 1 or more.") }
    }
}
