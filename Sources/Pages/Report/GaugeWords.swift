import Ground
import FaceFacts

/// The everyday name of a measure, and of its values.
struct GaugeWords {
    let name: String
    let text: (Double) -> String

    init(_ kind: Gauge.Kind) {
        switch kind {
        case .exposure: self.init("Brightness of the skin", Self.ofHundred)
        case .highlights: self.init("Brightest parts of the face", Self.ofHundred)
        case .overexposed: self.init("Plain white in the face", Self.percent)
        case .balance:
            self.init("Light from the sides") {
                Self.sided($0, "even", Self.tenths(abs($0)) + " stops more")
            }
        case .detail: self.init("Fine detail", Self.tenths)
        case .edges: self.init("Edges", Self.hundredths)
        case .noise: self.init("Grain", Self.tenths)
        case .yaw:
            self.init("Turn of the head") {
                Self.sided($0, "none", Self.tenths(abs($0)) + " to the")
            }
        case .pitch:
            self.init("Nod of the head") {
                abs($0) < 0.05 ? "none" : "\(Self.tenths(abs($0)))° \($0 < 0 ? "down" : "back")"
            }
        case .roll:
            self.init("Tilt of the head") {
                Self.sided($0, "none", Self.tenths(abs($0)) + "° to the")
            }
        case .headShare: self.init("Head by the photo's height", Self.percent)
        case .eyeLine: self.init("Eyes from the top", Self.percent)
        case .offCentre:
            self.init("From the middle") {
                Self.sided($0, "none", Self.percent(abs($0)) + " to the")
            }
        case .clutter: self.init("Edges in the background", Self.percent)
        case .eyeDistance:
            self.init("Between the eyes") {
                "\(Int(clamping: $0, rounding: .toNearestOrAwayFromZero)) pixels"
            }
        case .contrast: self.init("Light against shadow", Self.ofHundred)
        }
    }

    private init(_ name: String, _ text: @escaping (Double) -> String) {
        self.name = name
        self.text = text
    }

    private static func ofHundred(_ value: Double) -> String {
        "\(Int(clamping: value, rounding: .toNearestOrAwayFromZero)) of 100"
    }

    private static func percent(_ value: Double) -> String {
        "\(Int(clamping: value * 100, rounding: .toNearestOrAwayFromZero)) %"
    }

    private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    private static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

    /// Left and right are the viewer's.
    private static func sided(_ value: Double, _ none: String, _ words: String) -> String {
        abs(value) < 0.005 ? none : "\(words) \(value < 0 ? "left" : "right")"
    }
}
