import Ground

extension ContactSheet {
    /// The largest width and height of half a card, in pixels: 280, for 1240 across, a page of A4 at 150 dots
    /// an inch.
    public static let pictureSide = 280

    private static let margin = 30.0
    private static let gap = 40.0
    private static let between = 10.0
    private static let cardWidth = 2.0 * Double(pictureSide) + between

    /// The drawing, two jobs a row, as high as necessary.
    ///
    /// It has a place for each side with a picture: a card's photo first, then its headshot.
    public func drawing() -> Drawing {
        var top = 84.0
        var shapes = TextBlock(
            heading, width: Self.cardWidth * 2, size: 26, isBold: true, most: 1
        ).shapes(left: Self.margin, baseline: 40, fill: Ink.black)
        shapes += TextBlock(summary, width: Self.cardWidth, size: 16)
            .shapes(left: Self.margin, baseline: 64, fill: CardDrawing.grey)
        var places: [Drawing.Place] = []
        for row in stride(from: 0, to: cards.count, by: 2) {
            var bottom = top
            for (column, card) in cards[row..<min(row + 2, cards.count)].enumerated() {
                let left = Self.margin + Double(column) * (Self.cardWidth + Self.gap)
                let drawn = CardDrawing(
                    card, left: left, top: top, side: Double(Self.pictureSide),
                    between: Self.between)
                shapes += drawn.shapes
                places += drawn.places
                bottom = max(bottom, drawn.bottom)
            }
            top = bottom + Self.margin
        }
        let width = 2 * Self.margin + 2 * Self.cardWidth + Self.gap
        return Drawing(
            width: Int(clamping: width), height: Int(clamping: top), shapes: shapes, places: places)
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
