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
        let views = photos.enumerated().map {
            PhotoView($1, number: $0 + 1, isAlone: photos.count == 1)
        }
        let view = ReportView(
            heading: photos.count == 1 ? "Photo report" : "Report of \(photos.count) photos",
            summary: summary,
            table: photos.count > 1 ? ReportTable(views) : nil, photos: views,
            side: side.map { SideSection($0, number: photos.count + 1, verdict: sideVerdict) })
        return try PageTemplate.report.page(title: view.heading, view: view)
    }

    private var summary: String {
        let refused = photos.count { $0.isRefused }
        if photos.count == 1 {
            return refused == 0
                ? "A headshot can be made of this photo."
                : "No headshot worth its price can be made of this photo."
        }
        return refused == 0
            ? "A headshot can be made of each of them."
            : "A headshot can be made of \(photos.count - refused) of them; \(refused) would be refused."
    }
}

extension ReportedPhoto {
    /// Refused photos come last, whatever their score.
    fileprivate var order: Double {
        (score ?? 0) - (isRefused ? 100 : 0)
    }
}

/// The values that a report's template names.
private struct ReportView: Sendable {
    let heading: String
    let summary: String
    let table: ReportTable?
    let photos: [PhotoView]
    let side: SideSection?
}

/// A photo from the side.
private struct SideSection: Sendable {
    let sideName: String
    let sideVerdict: String
    let sidePhoto: PhotoView

    init(_ photo: ReportedPhoto, number: Int, verdict: String) {
        sideName = photo.name
        sideVerdict = verdict
        sidePhoto = PhotoView(photo, number: number, isAlone: false)
    }
}

/// The table of several photos.
private struct ReportTable: Sendable {
    let parts: [String]
    let rows: [Row]

    struct Row: Sendable {
        let rowName: String
        let rowAnchor: String
        let thumbnail: PhotoView.Picture?
        let rowScore: String
        let rowOrder: String
        let rowVerdict: String
        let rowVerdictClass: String
        let rowParts: [Cell]
    }

    struct Cell: Sendable {
        let percent: String
        let order: String
    }

    init(_ photos: [PhotoView]) {
        let parts = PhotoScore.Part.allCases.map(\.name)
        self.parts = parts
        rows = photos.map { photo in
            Row(
                rowName: photo.name, rowAnchor: photo.anchor, thumbnail: photo.picture,
                rowScore: photo.score ?? "none", rowOrder: photo.score ?? "0",
                rowVerdict: photo.verdict, rowVerdictClass: photo.verdictClass,
                rowParts: parts.map { name in
                    let part = photo.parts.first { $0.partName == name }
                    return Cell(percent: part?.partPercent ?? "", order: part?.order ?? "-1")
                })
        }
    }
}
