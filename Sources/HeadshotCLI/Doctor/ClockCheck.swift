import Foundation

/// Checks whether the clock can be right, since caps and cooldowns depend on it.
enum ClockCheck {
    static func run(now: Date) -> Check {
        let program = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(
                percentEncoded: false))
        let built = program?[.modificationDate].flatMap { $0 as? Date }
        return check(now: now, built: built)
    }

    /// A clock that shows a time before the program was built is wrong.
    static func check(now: Date, built: Date?) -> Check {
        let finding = now.formatted(.iso8601)
        // One day of tolerance, for files that were unpacked in another time zone.
        guard let built, now < built - 86_400 else { return .ok("clock", finding) }
        return .problem(
            "clock", "\(finding), which is before this program was made",
            remedy: "Set the clock: 'timedatectl set-ntp true'.")
    }
}
