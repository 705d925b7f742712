import Ground
import FaceFacts

/// One fact in words.
struct FactView: Sendable {
    let factName: String
    let fact: String

    init(_ factName: String, _ fact: String) {
        self.factName = factName
        self.fact = fact
    }

    /// The facts beyond the measures of the score; unknown ones are left out.
    static func all(of facts: FaceFacts) -> [FactView] {
        let size = "\(Int(clamping: facts.width)) × \(Int(clamping: facts.height)) pixels"
        return [
            FactView("Photo", size),
            FactView("Faces", "\(facts.faces.count)"),
            facts.pose.map { FactView("Head", $0.words) },
            facts.light.map { FactView("Light", $0.direction.words) },
            facts.symmetry.map { FactView("Likeness of the halves", percent($0)) },
            facts.colour?.undertone.map { FactView("Undertone (estimate)", $0.rawValue) },
            facts.colour?.depth.map { FactView("Skin (estimate)", $0.words) },
            facts.colour?.season.map { FactView("Season (for fun)", $0.rawValue) },
        ].compactMap { $0 }
            + (facts.proportions?.words ?? []).map { FactView("Face (estimate)", $0) }
    }

    private static func percent(_ measure: Measure) -> String {
        "\(Int(clamping: measure.value * 100, rounding: .toNearestOrAwayFromZero)) %"
    }

}

extension Pose {
    fileprivate var words: String {
        yaw.unit == .degrees && abs(yaw.value) >= 3
            ? "\(direction.words), by \(Int(clamping: abs(yaw.value), rounding: .toNearestOrAwayFromZero))°"
            : direction.words
    }
}

extension Pose.Direction {
    fileprivate var words: String {
        switch self {
        case .left: "turned to the picture's left"
        case .slightlyLeft: "turned slightly to the picture's left"
        case .front: "faces the camera"
        case .slightlyRight: "turned slightly to the picture's right"
        case .right: "turned to the picture's right"
        }
    }
}

extension Light.Direction {
    fileprivate var words: String {
        switch self {
        case .left: "from the picture's left"
        case .right: "from the picture's right"
        case .above: "from above"
        case .below: "from below"
        case .even: "from everywhere"
        }
    }
}

extension Colour.Depth {
    fileprivate var words: String {
        switch self {
        case .veryLight: "very light"
        case .light: "light"
        case .intermediate: "intermediate"
        case .tan: "tan"
        case .brown: "brown"
        case .dark: "dark"
        }
    }
}
