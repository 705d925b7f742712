import FaceFacts

/// A report on photos as one page: a sortable table, best first, and each photo in detail.
public struct PhotoReport: Sendable {
    private let photos: [ReportedPhoto]
    private let side: ReportedPhoto?
    private let sideVerdict: String

    /// Creates a report on photos in any order, with the result for one from the side.
    public init(
        of photos: [ReportedPhoto], side: ReportedPhoto? = nil, sideVerdict: String = ""
    ) {
        self.side = side
        self.sideVerdict = sideVerdict
        // Equal ones keep the order in which they were handed in.
        self.photos = photos.enumerated().sorted { one, other in
            let scores = (one.element.order, other.element.order)
            return scores.0 == scores.1 ? one.offset < other.offset : scores.0 > scores.1
        }.map(\.element)
    }

    /// The page: one HTML file that loads nothing.
    public func html() throws(PagesError) -> String {
        let isAlone = photos.count == 1
        let heading = isAlone ? "Photo report" : "Report of \(photos.count) photos"
        let side = side.map { side -> View in
            [
                "sideName": side.name, "sideVerdict": sideVerdict,
                "sidePhoto": side.view(number: photos.count + 1, isAlone: false),
            ]
        }
        let views = photos.enumerated().map { $1.view(number: $0 + 1, isAlone: isAlone) }
        let view = View([
            "heading": heading, "summary": summary,
            "table": photos.count > 1 ? table(of: views) : nil, "photos": views, "side": side,
        ])
        return try PageTemplate.report.page(title: heading, view: view)
    }

    private var summary: String {
        let refused = photos.count { $0.isRefused }
        if photos.count == 1 {
            return refused == 0
                ? "This photo is good enough for a headshot."
                : "This photo is not good enough for a headshot."
        }
        return refused == 0
            ? "Each of them is good enough for a headshot."
            : "Good enough for a headshot: \(photos.count - refused); refused: \(refused)."
    }

    /// The table of several photos.
    private func table(of views: [View]) -> View {
        let parts = PhotoScore.Part.allCases
        let rows = zip(photos, views).map { photo, view in
            let score = photo.score.map { "\($0)" }
            let ratings = photo.analysis?.score?.ratings ?? []
            return View([
                "rowName": photo.name, "rowAnchor": view["anchor"], "thumbnail": view["picture"],
                "rowScore": score ?? "none", "rowOrder": score ?? "0",
                "rowVerdict": photo.verdict, "rowVerdictClass": photo.verdictClass,
                "rowParts": parts.map { part in
                    let percent = ratings.first { $0.part == part }?.percent
                    return [
                        "percent": percent.map { "\($0) %" } ?? "",
                        "order": percent.map { "\($0)" } ?? "-1",
                    ]
                },
            ])
        }
        return ["parts": parts.map(\.name), "rows": rows]
    }
}

extension ReportedPhoto {
    /// Refused photos come last, whatever their score.
    fileprivate var order: Double {
        (score ?? 0) - (isRefused ? 100 : 0)
    }
}
