import FaceFacts
import Ground

/// Draws shapes as SVG, with lines of the same thickness at every picture size; each has a dark line below it
/// to be visible on any photo.
struct Pen {
    /// The thickness of a line; about a four-hundredth of the picture.
    let unit: Double
    private(set) var shapes = ""

    init(unit: Double) {
        self.unit = unit
    }

    mutating func rectangle(_ box: Box, _ severity: Finding.Severity?) {
        stroke(
            """
            <rect x="\(box.left.svg)" y="\(box.top.svg)" width="\(box.width.svg)" \
            height="\(box.height.svg)" rx="\((2 * unit).svg)"
            """, colour: Ink.line(severity), width: 1.5)
    }

    /// A closed line through points.
    mutating func outline(_ points: [(Double, Double)], _ severity: Finding.Severity?) {
        let places = points.map { "\($0.0.svg),\($0.1.svg)" }.joined(separator: " ")
        stroke("<polygon points=\"\(places)\"", colour: Ink.line(severity), width: 1.2)
    }

    /// One side of the frame; drawn as missing if it would be beyond the photo.
    mutating func guide(from: (Double, Double), to: (Double, Double), isMissing: Bool) {
        line(
            from, to, colour: isMissing ? Ink.line(.warning) : Ink.white,
            width: isMissing ? 2.5 : 1, dash: isMissing ? nil : 6)
    }

    mutating func thinLine(from: (Double, Double), to: (Double, Double)) {
        line(from, to, colour: Ink.white, width: 0.6, dash: nil)
    }

    mutating func circle(_ middle: (Double, Double), radius: Double, isDashed: Bool) {
        stroke(
            """
            <circle cx="\(middle.0.svg)" cy="\(middle.1.svg)" r="\(radius.svg)"
            """, colour: Ink.white, width: 0.9, dash: isDashed ? 2 : nil)
    }

    /// Numbers in a row above a box, or at its upper edge if there is no room above it.
    mutating func badges(
        _ findings: [(number: Int, finding: Finding)], along box: Box, within picture: Box
    ) {
        let radius = 9 * unit
        let fitsAbove = box.top - picture.top > 2.4 * radius
        let y = fitsAbove ? box.top - 1.3 * radius : box.top + 1.5 * radius
        let inset = fitsAbove ? radius : 1.5 * radius
        for (place, numbered) in findings.enumerated() {
            let x = min(box.left + inset + Double(place) * 2.4 * radius, picture.right - radius)
            let fill = Ink.fill(numbered.finding.severity)
            shapes += Self.badge(
                numbered.number, x: x, y: y, radius: radius, fill: fill, edge: unit)
        }
    }

    /// A number in a filled circle.
    static func badge(
        _ number: Int, x: Double, y: Double, radius: Double, fill: String, edge: Double
    ) -> String {
        let size = 1.15 * radius
        return """
            <circle cx="\(x.svg)" cy="\(y.svg)" r="\(radius.svg)" fill="\(fill)" stroke="\(Ink.white)" \
            stroke-width="\(edge.svg)"/>\
            <text x="\(x.svg)" y="\((y + 0.36 * size).svg)" font-family="sans-serif" \
            font-size="\(size.svg)" font-weight="bold" text-anchor="middle" \
            fill="\(Ink.white)">\(number)</text>

            """
    }

    private mutating func line(
        _ from: (Double, Double), _ to: (Double, Double), colour: String, width: Double,
        dash: Double?
    ) {
        stroke(
            """
            <line x1="\(from.0.svg)" y1="\(from.1.svg)" x2="\(to.0.svg)" y2="\(to.1.svg)"
            """, colour: colour, width: width, dash: dash)
    }

    /// - Parameters:
    ///   - shape: An SVG element without its end.
    ///   - width: In units.
    ///   - dash: In units.
    private mutating func stroke(
        _ shape: String, colour: String, width: Double, dash: Double? = nil
    ) {
        let dashes = dash.map { " stroke-dasharray=\"\(($0 * unit).svg)\"" } ?? ""
        let below = ((width + 1.2) * unit).svg
        let above = (width * unit).svg
        shapes += """
            \(shape) fill="none" stroke="\(Ink.black)" stroke-opacity="0.55" stroke-width="\(below)"/>
            \(shape) fill="none" stroke="\(colour)" stroke-width="\(above)"\(dashes)/>

            """
    }
}

/// A box in pixels of a picture.
struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }

    init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    init(_ box: PhotoBox, scale: Double) {
        self.init(
            left: box.left * scale, top: box.top * scale, right: (box.left + box.width) * scale,
            bottom: (box.top + box.height) * scale)
    }

    /// The box without a margin on each side.
    func shrunk(by margin: Double) -> Box {
        Box(left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin)
    }

    /// The part inside another box; its sides are never negative.
    func inside(_ other: Box) -> Box {
        let left = min(max(left, other.left), other.right)
        let top = min(max(top, other.top), other.bottom)
        return Box(
            left: left, top: top, right: max(left, min(right, other.right)),
            bottom: max(top, min(bottom, other.bottom)))
    }
}

extension Double {
    /// The number in SVG, to a tenth.
    var svg: String {
        guard isFinite else { return "0" }
        let tenths = (self * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(clamping: tenths))" : "\(tenths)"
    }
}
