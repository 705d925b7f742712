/// Jobs on a sheet, each with its photo beside its headshot: a page, or a drawing to print.
public struct ContactSheet: Sendable {
    let heading: String
    let cards: [SheetCard]
    private let made: String

    /// Creates a sheet with the jobs in the given order; `made` is its date, for people.
    public init(heading: String, made: String, cards: [SheetCard]) {
        self.heading = heading
        self.made = made
        self.cards = cards
    }

    /// The page: one HTML file that loads nothing.
    public func html() throws(PagesError) -> String {
        let rows = cards.enumerated().map { $1.row(number: $0 + 1) }
        let isRanked = cards.allSatisfy { $0.headshot == nil }
        let view = View([
            "heading": heading, "summary": summary,
            "table": rows.count > 1 ? View(["rows": rows, "isRanked": isRanked]) : nil,
            "cards": cards.enumerated().map { $1.view(number: $0 + 1) },
        ])
        return try PageTemplate.sheet.page(title: heading, view: view)
    }

    var summary: String { "\(cards.count == 1 ? "1 job" : "\(cards.count) jobs"), as of \(made)" }
}

extension SheetCard {
    /// What the row of a sheet's table names.
    fileprivate func row(number: Int) -> View {
        let score = (headshot ?? photo).score.map { "\($0)" }
        return [
            "rowNumber": "\(number)", "rowName": title, "rowAnchor": "job-\(number)",
            "rowScore": score ?? "none",
            "rowOrder": score ?? "0", "rowState": state, "rowStateClass": standing.rawValue,
        ]
    }

    /// What a sheet's card names.
    fileprivate func view(number: Int) -> View {
        let pictures = sides.map { name, side in
            View([
                "address": side.picture?.address, "link": side.link, "missing": side.missing ?? "",
                "alt": "\(name): \(title)", "label": side.label(name),
            ])
        }
        return [
            "anchor": "job-\(number)", "cardTitle": title, "state": state,
            "stateClass": standing.rawValue, "sentence": sentence, "pictures": pictures,
            "cardFacts": facts.map { View(fact: $0.name, $0.value) },
            "hasFindings": !findings.isEmpty, "findings": findings,
        ]
    }
}
