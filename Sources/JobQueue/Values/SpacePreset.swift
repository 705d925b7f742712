import Ground

/// A sort of app, whose settings a new space can begin with.
public enum SpacePreset: String, Sendable, CaseIterable, Codable {
    /// Headshots for a team or an app.
    case headshots
    /// A coach for photos: those who pay nothing get one scan, of which little is shown.
    case glowup
    /// A journal of small wins: no scans, and nothing that counts days.
    case great
    /// A daily routine with a scan a week for those who pay nothing; no photo stays.
    case routine

    /// Changes what the preset is about.
    public func apply(to settings: inout SpaceSettings) {
        settings.preset = self
        switch self {
        case .headshots: settings.features = [.headshots]
        case .glowup:
            settings.features = [.scans, .quiz, .profile, .tips, .celebrity, .coach, .live]
            settings.plans.free.scans = false
            settings.plans.free.firstScan = true
            settings.plans.free.weaknesses = false
            settings.plans.free.coaching = false
        case .great:
            settings.features = [.moments]
            settings.plans.free.words = ["praise": Self.freePraises, "day_summary": 0]
        case .routine:
            settings.features = [.scans, .routine, .reminders]
            settings.streak = .window
            settings.plans.free.hoursBetweenScans = Self.week
            settings.plans.free.weaknesses = false
            settings.keepsPhotos = false
        }
    }

    /// A day.
    private static let freePraises = 3

    /// In hours.
    private static let week = 7 * 24
}
