/// What is behind the person in a headshot that is made here; the raw value is stable and is stored.
public enum Backdrop: String, Codable, Sendable, CaseIterable {
    /// A grey one, as in a studio.
    case studio
    /// The photo's own, out of focus.
    case blur
    /// The photo's own, softened only: nobody is cut out.
    case own
}
