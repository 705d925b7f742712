/// A sort of app, whose settings a new space can begin with.
public enum SpacePreset: String, Sendable, CaseIterable {
    /// Headshots for a team or an app.
    case headshots
    /// A coach for photos: those who pay nothing get none.
    case glowup
    /// A daily routine with a scan a week for those who pay nothing; no photo stays.
    case routine

    /// Changes what the preset is about.
    public func apply(to settings: inout SpaceSettings) {
        switch self {
        case .headshots: settings.features = [.headshots]
        case .glowup:
            settings.features = [.scans]
            settings.plans.free.scans = false
        case .routine:
            settings.features = [.scans]
            settings.plans.free = PlanRules(hoursBetweenScans: Self.week, weaknesses: false)
            settings.keepsPhotos = false
        }
    }

    /// In hours.
    private static let week = 7 * 24
}
