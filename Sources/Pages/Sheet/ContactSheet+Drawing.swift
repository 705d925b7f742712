import Ground

extension ContactSheet {
    /// The largest width and height of half a card, in pixels: 280, for 1240 across.
    public static let pictureSide = 280

    /// A page of A4 at 150 dots an inch.
    private static let pageHeight = 1754.0
    private static let top = 84.0
    private static let margin = 30.0
    private static let gap = 40.0
    private static let between = 10.0
    private static let cardWidth = 2.0 * Double(pictureSide) + between

    /// The pages of A4, two jobs a row, one page at least.
    ///
    /// Each has a place for each side with a picture: a card's photo first, then its headshot.
    public func drawings() -> [Drawing] {
        var pages: [[ArraySlice<SheetCard>]] = [[]]
        var bottom = Self.top
        for start in stride(from: 0, to: cards.count, by: 2) {
            let row = cards[start..<min(start + 2, cards.count)]
            let height = Self.cards(of: row, top: 0).map(\.bottom).max() ?? 0
            if bottom + height + Self.margin > Self.pageHeight, pages.last?.isEmpty == false {
                pages.append([])
                bottom = Self.top
            }
            pages[pages.count - 1].append(row)
            bottom += height + Self.margin
        }
        return pages.indices.map { index in
            let page = pages.count > 1 ? ", page \(index + 1) of \(pages.count)" : ""
            return drawing(of: pages[index], summary: summary + page)
        }
    }

    private func drawing(of rows: [ArraySlice<SheetCard>], summary: String) -> Drawing {
        var top = Self.top
        var shapes = TextBlock(
            heading, width: Self.cardWidth * 2, size: 26, isBold: true, most: 1
        ).shapes(left: Self.margin, baseline: 40, fill: Ink.black)
        shapes += TextBlock(summary, width: Self.cardWidth, size: 16)
            .shapes(left: Self.margin, baseline: 64, fill: CardDrawing.grey)
        var places: [Drawing.Place] = []
        for row in rows {
            let cards = Self.cards(of: row, top: top)
            for card in cards {
                shapes += card.shapes
                places += card.places
            }
            top = (cards.map(\.bottom).max() ?? top) + Self.margin
        }
        let width = 2 * Self.margin + 2 * Self.cardWidth + Self.gap
        return Drawing(
            width: Int(clamping: width), height: Int(clamping: max(top, Self.pageHeight)),
            shapes: shapes, places: places)
    }

    private static func cards(of row: ArraySlice<SheetCard>, top: Double) -> [CardDrawing] {
        row.enumerated().map { column, card in
            CardDrawing(
                card, left: margin + Double(column) * (cardWidth + gap), top: top,
                side: Double(pictureSide), between: between)
        }
    }
}

/// One card of a drawing.
private struct CardDrawing {
    static let grey = "#55555c"
    private static let size = 16.0
    private static let mostFindings = 3

    private(set) var shapes = ""
    private(set) var places: [Drawing.Place] = []
    private(set) var bottom: Double
    private let left: Double
    private let width: Double

    init(_ card: SheetCard, left: Double, top: Double, side: Double, between: Double) {
        self.left = left
        width = 2 * side + between
        bottom = top + side
        for (index, named) in card.sides.enumerated() {
            let x = left + Double(index) * (side + between)
            if let missing = named.side.missing {
                addPlaceholder(missing, left: x, top: top, side: side)
            } else {
                places.append(
                    .init(
                        left: Int(clamping: x), top: Int(clamping: top), width: Int(clamping: side),
                        height: Int(clamping: side)))
            }
            let label = TextBlock(named.side.label(named.name), width: side, size: 14, most: 1)
            shapes += label.shapes(left: x, baseline: top + side + 18, fill: Self.grey)
        }
        bottom += 26
        add(card.title, size: 20, isBold: true, most: 1)
        add("\(card.state): \(card.sentence)", fill: card.standing.ink, most: 3)
        // Keep each fact on one line.
        let facts = card.facts.map {
            "\($0.name): \($0.value)".replacing(" ", with: "\u{A0}")
        }.joined(separator: " · ")
        add(facts, fill: Self.grey, most: 3)
        for finding in card.findings.prefix(Self.mostFindings) { add("– \(finding)", most: 2) }
        let others = card.findings.count - Self.mostFindings
        if others > 0 { add("– and \(others) more", fill: Self.grey, most: 1) }
    }

    private mutating func add(
        _ text: String, size: Double = size, fill: String = Ink.black, isBold: Bool = false,
        most: Int
    ) {
        let block = TextBlock(text, width: width, size: size, isBold: isBold, most: most)
        shapes += block.shapes(left: left, baseline: bottom + size, fill: fill)
        bottom += block.height
    }

    private mutating func addPlaceholder(
        _ text: String, left: Double, top: Double, side: Double
    ) {
        shapes += """
            <rect x="\(left.svg)" y="\(top.svg)" width="\(side.svg)" height="\(side.svg)" \
            fill="#f4f4f2" stroke="#b9b9b4" stroke-width="2" stroke-dasharray="8"/>

            """
        shapes += TextBlock(text, width: side - 40, size: Self.size, most: 6)
            .shapes(left: left + 20, baseline: top + side / 2, fill: Self.grey)
    }
}

extension SheetCard.Standing {
    /// A colour that is readable on white.
    fileprivate var ink: String {
        switch self {
        case .done: Ink.fill(nil)
        case .undecided: Ink.fill(.warning)
        case .failed: Ink.fill(.refusal)
        case .open: Ink.fill(.notice)
        }
    }
}
