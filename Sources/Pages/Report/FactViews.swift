import FaceFacts
import Ground

extension View {
    /// One fact in words.
    init(fact name: String, _ fact: String) { self = ["factName": name, "fact": fact] }
}

extension FaceFacts {
    /// The facts beyond the measures of the score; unknown ones are left out.
    var views: [View] {
        let size = "\(Int(clamping: width)) × \(Int(clamping: height)) pixels"
        let facts: KeyValuePairs<String, String?> = [
            "Photo": size, "Faces": "\(faces.count)", "Head": pose?.words,
            "Light": light?.direction.words,
            "Likeness of the halves": symmetry.map {
                "\(Int(clamping: $0.value * 100, rounding: .toNearestOrAwayFromZero)) %"
            },
            "Undertone (estimate)": colour?.undertone?.rawValue,
            "Skin (estimate)": colour?.depth?.words, "Season (for fun)": colour?.season?.rawValue,
        ]
        return facts.compactMap { name, fact in fact.map { View(fact: name, $0) } }
            + (proportions?.words ?? []).map { View(fact: "Face (estimate)", $0) }
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
        case .left, .right: "from the picture's \(rawValue)"
        case .above, .below: "from \(rawValue)"
        case .even: "from everywhere"
        }
    }
}

extension Colour.Depth {
    fileprivate var words: String { self == .veryLight ? "very light" : rawValue }
}
