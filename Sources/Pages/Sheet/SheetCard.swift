/// One job on a contact sheet: photo and headshot side by side, and the job's facts.
public struct SheetCard: Sendable {
    /// A picture, or the reason why there is none.
    public struct Side: Sendable {
        let picture: PagePicture?
        let missing: String?
        let score: Double?
        /// The address of the picture in its full size.
        var link: String?

        /// A picture of a page.
        ///
        /// - Parameter link: The address of the picture in its full size, if it has one.
        public static func picture(
            _ picture: PagePicture, score: Double?, link: String? = nil
        ) -> Side {
            Side(picture: picture, missing: nil, score: score, link: link)
        }

        /// A picture that a ``Drawing`` leaves a place for.
        public static func drawn(score: Double?) -> Side {
            Side(picture: nil, missing: nil, score: score)
        }

        /// A sentence that says why there is no picture.
        public static func missing(_ why: String) -> Side {
            Side(picture: nil, missing: why, score: nil)
        }
    }

    /// The state of a job, as shown by a colour.
    public enum Standing: String, Sendable {
        case done = "good"
        case undecided = "fair"
        case failed = "bad"
        case open = "plain"
    }

    let title: String
    let state: String
    let standing: Standing
    let sentence: String
    let photo: Side
    let headshot: Side?
    let facts: [(name: String, value: String)]
    let findings: [String]

    /// Creates a card; none of the texts is trusted.
    ///
    /// - Parameter headshot: `nil` for a job that makes none; its photo's score is then in the sheet's table.
    public init(
        title: String, state: String, standing: Standing, sentence: String, photo: Side,
        headshot: Side?, facts: [(name: String, value: String)], findings: [String]
    ) {
        self.title = title
        self.state = state
        self.standing = standing
        self.sentence = sentence
        self.photo = photo
        self.headshot = headshot
        self.facts = facts
        self.findings = findings
    }

    /// The sides with their names.
    var sides: [(name: String, side: Side)] {
        [("Photo", photo)] + (headshot.map { [("Headshot", $0)] } ?? [])
    }
}

extension SheetCard.Side {
    /// The name with the score: `Photo: 6.9 of 10`.
    func label(_ name: String) -> String { score.map { "\(name): \($0) of 10" } ?? name }
}
