import Ground
import FaceFacts

/// One part of a score with its measures.
struct PartView: Sendable {
    let partName: String
    let partPercent: String
    /// The sort key in the table.
    let order: String
    let gauges: [GaugeView]
    /// Whether nothing could be measured for it.
    let isUnknown: Bool

    init(_ rating: PhotoScore.Rating, gauges: [Gauge]) {
        let percent = Int(clamping: rating.value * 100, rounding: .toNearestOrAwayFromZero)
        partName = rating.part.name
        partPercent = "\(percent) %"
        order = String(percent)
        self.gauges = gauges.map(GaugeView.init)
        isUnknown = gauges.isEmpty
    }
}

/// One measure as a bar: the scale, the good values on it, and a mark.
struct GaugeView: Sendable {
    let gaugeName: String
    let gaugeValue: String
    let gaugeAlt: String
    let goodStart: String
    let goodWidth: String
    let markStart: String

    private static let markWidth = 1.6

    init(_ gauge: Gauge) {
        let words = GaugeWords(gauge.kind)
        gaugeName = words.name
        gaugeValue = words.text(gauge.measure.value)
        let reach = gauge.scale.upperBound - gauge.scale.lowerBound
        let place = { (value: Double) -> Double in
            min(max((value - gauge.scale.lowerBound) / reach, 0), 1) * 100
        }
        let good = (place(gauge.good.lowerBound), place(gauge.good.upperBound))
        goodStart = good.0.svg
        goodWidth = (good.1 - good.0).svg
        markStart = (place(gauge.measure.value) * (1 - Self.markWidth / 100)).svg
        gaugeAlt = "\(gaugeValue), \(gauge.isGood ? "good" : "not good")"
    }
}

extension PhotoScore.Part {
    /// Its everyday name.
    var name: String {
        switch self {
        case .light: "Light"
        case .sharpness: "Sharpness"
        case .pose: "Pose"
        case .framing: "Framing"
        case .background: "Background"
        case .resolution: "Resolution"
        case .contrast: "Contrast"
        }
    }
}
