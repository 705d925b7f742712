import FaceFacts
import Ground

/// The marks on a photo: the faces, the eyes, the frame of a good headshot, and a number for each finding that
/// has a place.
struct PhotoMarks {
    /// The meaning of the shapes.
    static let legend = """
        The line is around the face, the circles are the eyes. The dashed frame is that of a good headshot; where a side \
        of it is thick, the photo has no room for it.
        """

    /// The share of the frame's width that may lie beyond an edge before room counts as missing there.
    private static let missingShare = 0.1

    /// The shapes as SVG, in pixels of the picture.
    let shapes: String

    /// Creates marks for a copy of the photo with the given longer side in pixels.
    init(
        for analysis: PhotoAnalysis, findings: [Finding], longSide: Double
    ) {
        let facts = analysis.facts
        let scale = longSide / max(facts.width, facts.height)
        let picture = Box(
            left: 0, top: 0, right: facts.width * scale, bottom: facts.height * scale)
        var pen = Pen(unit: longSide / 400)
        let numbered = findings.enumerated().map { (number: $0 + 1, finding: $1) }
        if let frame = facts.headshotFrame {
            Self.draw(Box(frame, scale: scale), within: picture, with: &pen)
        }
        for face in facts.faces.dropFirst() {
            pen.rectangle(Box(face.box, scale: scale).inside(picture), .refusal)
        }
        if let face = facts.main {
            let box = Box(face.box, scale: scale).inside(picture)
            let ofFace = numbered.filter { $0.finding.isOfFace }
            let severity = Finding.Severity(of: ofFace.map(\.finding))
            if let outline = analysis.measures?.outline {
                pen.outline(outline.map { $0.scaled(by: scale) }, severity)
            } else {
                pen.rectangle(box, severity)
            }
            if let eyes = facts.eyes { Self.draw(eyes, scale: scale, with: &pen) }
            pen.badges(ofFace, along: box, within: picture)
        }
        let others = numbered.filter { facts.faces.isEmpty || !$0.finding.isOfFace }
        pen.badges(others, along: picture, within: picture)
        shapes = pen.shapes
    }

    /// The frame within the photo, and the photo's edges beyond which room is missing.
    private static func draw(_ frame: Box, within picture: Box, with pen: inout Pen) {
        let seen = frame.inside(picture.shrunk(by: pen.unit))
        let slack = frame.width * missingShare
        let edges = [
            (picture.left - frame.left, (seen.left, seen.top), (seen.left, seen.bottom)),
            (frame.right - picture.right, (seen.right, seen.top), (seen.right, seen.bottom)),
            (picture.top - frame.top, (seen.left, seen.top), (seen.right, seen.top)),
            (frame.bottom - picture.bottom, (seen.left, seen.bottom), (seen.right, seen.bottom)),
        ]
        for (beyond, from, to) in edges {
            pen.guide(from: from, to: to, isMissing: beyond > slack)
        }
    }

    private static func draw(_ eyes: Eyes, scale: Double, with pen: inout Pen) {
        let (left, right) = (eyes.left.scaled(by: scale), eyes.right.scaled(by: scale))
        pen.thinLine(from: left, to: right)
        let radius = eyes.distance.value * scale * 0.13
        for eye in [left, right] {
            pen.circle(eye, radius: radius, isDashed: eyes.isApproximate)
        }
    }
}

extension PhotoPoint {
    fileprivate func scaled(by scale: Double) -> (Double, Double) { (x * scale, y * scale) }
}

extension Finding {
    /// Whether it is about the face, and not about the file or the photo around the face.
    fileprivate var isOfFace: Bool { faceRule?.isOfFace ?? false }
}

extension Finding.Severity {
    /// The most serious of findings; nil where there is none.
    fileprivate init?(of findings: some Sequence<Finding>) {
        let severities = findings.map(\.severity)
        guard let worst = Self.allCases.first(where: severities.contains) else { return nil }
        self = worst
    }
}
