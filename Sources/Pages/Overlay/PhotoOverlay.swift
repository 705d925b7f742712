import FaceFacts
import Ground

/// A photo with its facts drawn on it, and its findings below.
public struct PhotoOverlay: Sendable {
    private let photo: ReportedPhoto
    private let analysis: PhotoAnalysis

    /// Creates an overlay; nil if the photo could not be analysed.
    public init?(of photo: ReportedPhoto) {
        guard let analysis = photo.analysis else { return nil }
        self.photo = photo
        self.analysis = analysis
    }

    /// The drawing over the photo, reduced to the given longer side in pixels.
    public func drawing(longSide: Int) -> Drawing {
        let facts = analysis.facts
        let side = min(Double(longSide), max(facts.width, facts.height))
        let scale = side / max(facts.width, facts.height)
        let (width, height) = ((facts.width * scale).rounded(), (facts.height * scale).rounded())
        var band = Band(top: height, width: width)
        band.add("\(score)\(photo.verdict). \(photo.name)", size: 1.25, isBold: true)
        for (index, finding) in photo.findings.enumerated() {
            band.add(finding.sentence, number: index + 1, fill: Ink.fill(finding.severity))
        }
        if facts.main != nil { band.add(legend: PhotoMarks.legend) }
        band.end()
        let marks = PhotoMarks(for: analysis, findings: photo.findings, longSide: side)
        return Drawing(
            width: Int(clamping: width), height: Int(clamping: band.bottom, rounding: .up),
            shapes: """
                <rect y="\(height.svg)" width="100%" height="100%" fill="#1f2123"/>
                \(marks.shapes)\(band.shapes)
                """,
            places: [
                .init(left: 0, top: 0, width: Int(clamping: width), height: Int(clamping: height))
            ])
    }

    private var score: String { photo.score.map { "\($0) of 10. " } ?? "" }
}

/// Text below a photo, line by line.
private struct Band {
    private let width: Double
    private let size: Double
    private(set) var bottom: Double
    private(set) var shapes = ""

    init(top: Double, width: Double) {
        self.width = width
        size = max(14, width / 42)
        bottom = top + size * 0.6
    }

    mutating func add(_ text: String, size factor: Double, isBold: Bool) {
        let size = size * factor
        let block = TextBlock(
            text, width: width - 2 * self.size, size: size, isBold: isBold, most: 2)
        shapes += block.shapes(left: self.size, baseline: bottom + size, fill: Ink.white)
        bottom += block.height + self.size * 0.3
    }

    /// A sentence with its number in a circle before it.
    mutating func add(_ text: String, number: Int, fill: String) {
        let radius = size * 0.8
        let left = size * 3.2
        let block = TextBlock(text, width: width - left - size, size: size)
        let middle = bottom + size * 0.75
        shapes += Pen.badge(
            number, x: size + radius, y: middle, radius: radius, fill: fill, edge: 0)
        shapes += block.shapes(left: left, baseline: bottom + size * 1.1, fill: Ink.white)
        bottom += max(block.height, radius * 2) + size * 0.4
    }

    /// The meaning of the marks, smaller than the rest.
    mutating func add(legend: String) {
        let size = size * 0.85
        let block = TextBlock(legend, width: width - 2 * self.size, size: size)
        bottom += self.size * 0.2
        shapes += block.shapes(left: self.size, baseline: bottom + size, fill: Ink.muted)
        bottom += block.height
    }

    mutating func end() { bottom += size * 0.4 }
}
