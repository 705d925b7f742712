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
        try PageTemplate.sheet.page(
            title: heading,
            view: SheetView(
                heading: heading, summary: summary, table: table,
                cards: cards.enumerated().map { CardView($1, number: $0 + 1) }))
    }

    /// The scores of photos that were only analyzed; nil for fewer than two.
    private var table: ScoreTable? {
        let rows = cards.enumerated().filter { $1.headshot == nil }
            .map { ScoreTable.Row($1, number: $0 + 1) }
        return rows.count > 1 ? ScoreTable(rows: rows) : nil
    }

    var summary: String { "\(cards.count == 1 ? "1 job" : "\(cards.count) jobs"), as of \(made)" }
}

/// What the template of a sheet names.
private struct SheetView: Sendable {
    let heading: String
    let summary: String
    let table: ScoreTable?
    let cards: [CardView]
}

private struct ScoreTable: Sendable {
    struct Row: Sendable {
        let rowName: String
        let rowAnchor: String
        let rowScore: String
        let rowOrder: String
        let rowState: String
        let rowStateClass: String

        init(_ card: SheetCard, number: Int) {
            rowName = card.title
            rowAnchor = CardView.anchor(number)
            rowScore = card.photo.score.map { "\($0)" } ?? "none"
            rowOrder = card.photo.score.map { "\($0)" } ?? "0"
            rowState = card.state
            rowStateClass = card.standing.rawValue
        }
    }

    let rows: [Row]
}

private struct CardView: Sendable {
    let anchor: String
    let cardTitle: String
    let state: String
    let stateClass: String
    let sentence: String
    let pictures: [SideView]
    let cardFacts: [FactView]
    let hasFindings: Bool
    let findings: [String]

    static func anchor(_ number: Int) -> String { "job-\(number)" }

    init(_ card: SheetCard, number: Int) {
        anchor = Self.anchor(number)
        cardTitle = card.title
        state = card.state
        stateClass = card.standing.rawValue
        sentence = card.sentence
        pictures = card.sides.map { SideView($0.side, name: $0.name, title: card.title) }
        cardFacts = card.facts.map { FactView($0.name, $0.value) }
        findings = card.findings
        hasFindings = !card.findings.isEmpty
    }
}

private struct SideView: Sendable {
    let address: String?
    let missing: String
    let alt: String
    let label: String

    init(_ side: SheetCard.Side, name: String, title: String) {
        address = side.picture?.address
        missing = side.missing ?? ""
        alt = "\(name): \(title)"
        label = side.label(name)
    }
}
