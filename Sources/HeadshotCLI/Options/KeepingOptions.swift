import Answers
import ArgumentParser
import JobQueue
import Setup

/// How long a space keeps things.
struct KeepingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long ended jobs stay, as 90d or 1y; charges and uncertain jobs stay.", "time",
            default: "forever"))
    var keepJobs: KeepingTime?

    @Option(
        help: ArgumentHelp(
            "How long photos stay after their job ended or their scan was made.", "time",
            default: "of a new space 90d"))
    var keepPhotos: KeepingTime?

    @Option(
        help: ArgumentHelp(
            "How long headshots stay after their job ended, also when the job is gone.", "time",
            default: "forever"))
    var keepHeadshots: KeepingTime?

    var isEmpty: Bool { parts.allSatisfy { $0.time == nil } }

    /// What the options name, as a change.
    var changes: @Sendable (inout SpaceSettings) -> Void {
        { [parts] settings in
            for (part, time) in parts {
                if let time { settings.keeping[part] = time.seconds }
            }
        }
    }

    private var parts: [(part: Keeping.Part, time: KeepingTime?)] {
        [(.jobs, keepJobs), (.photos, keepPhotos), (.headshots, keepHeadshots)]
    }

    /// What becomes of photos in a new space.
    static func words(of settings: SpaceSettings) -> String {
        if !settings.keepsPhotos { return "Its photos go as soon as no open job needs them." }
        guard let seconds = settings.keeping[.photos] else { return "Its photos stay." }
        return """
            Its photos go \(Keeping.span(seconds)) after their job ended or their scan was made; --keep-photos changes that.
            """
    }
}
