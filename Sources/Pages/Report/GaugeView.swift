import FaceFacts
import Ground

extension Gauge {
    private static let markWidth = 1.6

    /// One measure as a bar: the scale, the good values on it, and a mark.
    var view: View {
        let value = kind.text(measure)
        let good = (place(self.good.lowerBound), place(self.good.upperBound))
        return [
            "gaugeName": kind.name, "gaugeValue": value,
            "gaugeAlt": "\(value), \(isGood ? "good" : "not good")", "goodStart": good.0.svg,
            "goodWidth": (good.1 - good.0).svg,
            "markStart": (place(measure.value) * (1 - Self.markWidth / 100)).svg,
        ]
    }

    /// Where a value is on the bar, in hundredths.
    private func place(_ value: Double) -> Double {
        let reach = scale.upperBound - scale.lowerBound
        return min(max((value - scale.lowerBound) / reach, 0), 1) * 100
    }
}

extension Gauge.Kind {
    /// The everyday name of a measure.
    fileprivate var name: String {
        switch self {
        case .exposure: "Brightness of the skin"
        case .highlights: "Brightest parts of the face"
        case .overexposed: "Plain white in the face"
        case .balance: "Light from the sides"
        case .detail: "Fine detail"
        case .edges: "Edges"
        case .noise: "Grain"
        case .yaw: "Turn of the head"
        case .pitch: "Nod of the head"
        case .roll: "Tilt of the head"
        case .headShare: "Head by the photo's height"
        case .eyeLine: "Eyes from the top"
        case .offCentre: "From the middle"
        case .clutter: "Edges in the background"
        case .eyeDistance: "Between the eyes"
        case .contrast: "Light against shadow"
        }
    }

    /// One of its values in words.
    fileprivate func text(_ measure: Measure) -> String {
        let value = measure.value
        let whole = Int(clamping: value, rounding: .toNearestOrAwayFromZero)
        func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
        func percent(_ value: Double) -> String {
            "\(Int(clamping: value * 100, rounding: .toNearestOrAwayFromZero)) %"
        }
        /// Left and right are the viewer's.
        func sided(_ none: String, _ words: String) -> String {
            abs(value) < 0.005 ? none : "\(words) \(value < 0 ? "left" : "right")"
        }
        return switch self {
        case .exposure, .highlights, .contrast: "\(whole) of 100"
        case .overexposed, .headShare, .eyeLine, .clutter: percent(value)
        case .detail, .noise: tenths(value)
        case .edges: "\((value * 100).rounded() / 100)"
        case .eyeDistance: "\(whole) pixels"
        case .balance: sided("even", "\(tenths(abs(value))) stops more")
        // Without the nets it is a score.
        case .yaw where measure.unit != .degrees: sided("none", "\(tenths(abs(value))) to the")
        case .yaw: sided("none", "\(tenths(abs(value)))° to the")
        case .roll: sided("none", "\(tenths(abs(value)))° to the")
        case .offCentre: sided("none", "\(percent(abs(value))) to the")
        case .pitch where abs(value) < 0.05: "none"
        case .pitch: "\(tenths(abs(value)))° \(value < 0 ? "down" : "back")"
        }
    }
}
