/// The background of a headshot that is made here; the raw value is stable and is stored.
public enum Backdrop: String, Codable, Sendable, CaseIterable {
    /// Grey, as in a studio.
    case studio
    /// The photo's own background, blurred.
    case blur
    /// The photo's own background, only softened: the person is not cut out.
    case own
}
