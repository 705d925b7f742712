/// Where the head points, as the viewer sees it.
public enum Angle: String, CaseIterable, Codable, Sendable {
    /// Straight at the viewer.
    case front
    /// Towards the viewer's left, which is the person's own right.
    case left
    /// Towards the viewer's right, which is the person's own left.
    case right
}

/// What is behind the person, and the clothes that go with it.
public enum Background: String, CaseIterable, Codable, Sendable {
    /// A studio backdrop and business attire.
    case professional
    /// A blurred street and smart-casual clothes.
    case casual
}

/// A style of headshot: an angle and a background.
public struct Style: Hashable, Codable, Sendable {
    /// Where the head points.
    public let angle: Angle
    /// What is behind the person.
    public let background: Background

    /// All six styles, angle by angle, in a stable order.
    public static let all: [Style] = Angle.allCases.flatMap { angle in
        Background.allCases.map { Style(angle: angle, background: $0) }
    }

    /// Creates a style from an angle and a background.
    public init(angle: Angle, background: Background) {
        self.angle = angle
        self.background = background
    }

    /// The style's name, as in file names: `front-professional`.
    public var name: String { "\(angle.rawValue)-\(background.rawValue)" }
}
