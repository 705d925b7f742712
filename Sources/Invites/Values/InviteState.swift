/// How far an invited person is; the raw value is stable and stored, but for ``choose``.
package enum InviteState: String, Sendable, CaseIterable {
    /// There is a link, which was not opened yet.
    case created
    /// The link was opened.
    case opened
    /// A photo was handed in.
    case photo
    /// The operator asks for a new photo.
    case retake
    /// Headshots are ordered.
    case making
    /// Headshots are there, and none is chosen.
    ///
    /// It is not stored: a person is here who is ``making``, has headshots, and whose orders have all ended.
    case choose
    /// The person has chosen a headshot.
    case chosen
    /// The operator has approved the headshot.
    case approved
    /// The person has left, and with the person all that was known but that.
    case left

    /// Whether nothing more is asked of the person.
    package var isDone: Bool {
        switch self {
        case .chosen, .approved, .left: true
        case .created, .opened, .photo, .retake, .making, .choose: false
        }
    }
}

/// Why an operator asks for a new photo; the raw value is stable and stored.
package enum RetakeReason: String, Sendable, CaseIterable {
    case blurred
    case dark
    case backlit
    case covered
    case eyes
    case cutOff = "cut_off"
    case people
    case background
}
