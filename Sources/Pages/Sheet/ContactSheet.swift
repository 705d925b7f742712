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
            view: SheetView(heading: heading, summary: summary, cards: cards.map(CardView.init)))
    }

    var summary: String { "\(cards.count == 1 ? "1 job" : "\(cards.count) jobs"), as of \(made)" }
}

/// What the template of a sheet names.
private struct SheetView: Sendable {
    let heading: String
    let summary: String
    let cards: [CardView]
}

private struct CardView: Sendable {
    let cardTitle: String
    let state: String
    let stateClass: String
    let sentence: String
    let pictures: [SideView]
    let cardFacts: [FactView]
    let hasFindings: Bool
    let findings: [String]

    init(_ card: SheetCard) {
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
