import FaceFacts
import Ground

extension ReportedPhoto {
    /// The extent of an overlay's coordinates.
    private static let longSide = 1000.0

    /// What the template of one photo names.
    ///
    /// - Parameter isAlone: Whether the report has only this photo, and so shows all details.
    func view(number: Int, isAlone: Bool) -> View {
        let gauges = analysis?.facts.gauges ?? []
        let parts = (analysis?.score?.ratings ?? []).map { rating in
            rating.view(gauges.filter { $0.part == rating.part }.map(\.view))
        }
        let swatches = (analysis?.facts.colour?.palette ?? []).map { swatch in
            ["hex": "#" + [swatch.red, swatch.green, swatch.blue].hexadecimal]
        }
        let facts = analysis?.facts.views ?? []
        let remarks: [View] =
            (analysis?.score).map { score in
                [("Strengths", score.strengths), ("Weaknesses", score.weaknesses)].map {
                    title, list -> View in
                    ["remarksTitle": title, "remarksList": list.map(\.view)]
                }
            } ?? []
        return View([
            "isAlone": isAlone, "name": name, "anchor": "photo-\(number)",
            "picture": pictureView(number), "score": score.map { "\($0)" }, "scoreNote": note,
            "verdict": verdict, "verdictClass": verdictClass, "hasFindings": !findings.isEmpty,
            "findings": findings.enumerated().map { $1.view(number: $0 + 1) },
            "remarks": remarks, "hasParts": !parts.isEmpty, "parts": parts,
            "hasColours": !swatches.isEmpty, "swatches": swatches, "hasFacts": !facts.isEmpty,
            "facts": facts,
        ])
    }

    /// The photo with its marks.
    private func pictureView(_ number: Int) -> View? {
        guard let picture, let analysis else { return nil }
        let facts = analysis.facts
        let scale = Self.longSide / max(facts.width, facts.height)
        let isMarked = facts.main != nil
        return View([
            "pictureID": "picture-\(number)", "address": picture.address,
            "width": (facts.width * scale).svg, "height": (facts.height * scale).svg,
            "alt": isMarked ? "\(name), with its face marked" : name,
            "marks": PhotoMarks(for: analysis, findings: findings, longSide: Self.longSide).shapes,
            "caption": isMarked ? PhotoMarks.legend : nil,
        ])
    }
}

extension Finding {
    fileprivate func view(number: Int) -> View {
        View([
            "badge": String(number), "severityClass": severity.pageClass,
            "severityWord": severity.word, "sentence": sentence, "seen": seen,
            "limit": limit.isEmpty ? nil : limit,
        ])
    }
}

extension Finding.Severity {
    /// Its class in the style of the pages.
    fileprivate var pageClass: String {
        switch self {
        case .refusal: "bad"
        case .warning: "fair"
        case .notice: "plain"
        }
    }

    fileprivate var word: String {
        switch self {
        case .refusal: "Refused"
        case .warning: "Advice"
        case .notice: "Note"
        }
    }
}

extension PhotoScore.Remark {
    fileprivate var view: View { ["remarkPart": "\(part.name):", "remark": sentence] }
}

extension PhotoScore.Rating {
    var percent: Int { Int(clamping: value * 100, rounding: .toNearestOrAwayFromZero) }

    /// One part of a score with its measures.
    fileprivate func view(_ gauges: [View]) -> View {
        [
            "partName": part.name, "partPercent": "\(percent) %", "gauges": gauges,
            "isUnknown": gauges.isEmpty,
        ]
    }
}

extension PhotoScore.Part {
    /// Its everyday name.
    var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
