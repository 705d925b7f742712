/// The texts of a space for its persons: what an operator may change, and an app shows.
///
/// A preset has the parts that its sort of app needs. A space that offers more takes the missing parts from the preset
/// that has them.
public struct Words: Codable, Sendable, Equatable {
    /// The languages that its persons write in, by their codes in ISO 639.
    ///
    /// A moment in any other language is not cheered, since its meaning is unknown.
    public var languages: [String]
    /// The least age that an app should ask for; the server does not check it.
    public var minAge: Int?
    /// Addresses of the app's own pages, such as `privacy`, `terms` and `support`.
    public var links: [String: String]
    /// Texts for an app's screens.
    public var texts: [TextGroup]
    /// The questions at the beginning, and what their answers lead to.
    public var quiz: QuizWords?
    /// What is said to small wins.
    public var moments: MomentWords?
    /// The tasks of a day, and the lines about them.
    public var routine: RoutineWords?
    /// What a person may try.
    public var tips: TipWords?
    /// Searches for pictures, with `{palette}`, `{face_shape}` and `{theme}`.
    public var queries: [String]?
    /// The colors of each season, with names for people.
    public var swatches: [String: [Swatch]]?
    /// People who are known for a style.
    public var celebrities: [Celebrity]?
    /// The styles that a person may choose.
    public var themes: [String]?
    /// What a coach says.
    public var coach: CoachWords?
    /// Lists of heavy words for more languages, or instead of those that come with the program.
    public var heavy: [String: HeavyWords]?
    /// Where persons in danger find help, instead of the table that comes with the program.
    public var help: HelpTable?

    /// The table that holds: the space's own, else the program's.
    public var helpTable: HelpTable { help ?? .shipped }

    /// Where a person finds help.
    ///
    /// - Parameters:
    ///   - language: That of the person's words; `nil` for the space's first.
    ///   - country: What the person has set.
    public func help(in language: String?, country: String?) -> Help {
        let language = language ?? languages.first
        let found = helpTable.help(country: country, language: language)
        guard let own = language.flatMap({ heavy?[$0] }) else { return found }
        return Help(text: own.crisis, numbers: found.numbers)
    }
}

/// Texts for one place of an app.
public struct TextGroup: Codable, Sendable, Equatable {
    /// The place.
    public var name: String
    /// The feature that they belong to; a space without it does not show them.
    public var feature: String?
    /// Texts that say something.
    public var texts: [Text]
    /// Labels of buttons and titles, which an app may have itself.
    public var labels: [Text]?

    /// One text.
    public struct Text: Codable, Sendable, Equatable {
        /// Its name, unique within the words.
        public var id: String
        /// The text, shown byte for byte.
        public var text: String
    }
}

/// The questions at the beginning, and what their answers lead to.
public struct QuizWords: Codable, Sendable, Equatable {
    /// All questions that may be drawn.
    public var questions: [Question]
    /// What a family of colours is called, by its answer in small letters.
    public var colourFamilies: [String: String]
    /// The pieces of the preview.
    public var preview: Preview

    /// One question.
    public struct Question: Codable, Sendable, Equatable {
        /// Its stable name.
        public var id: String
        /// How it is answered.
        public var type: Kind
        /// The question.
        public var question: String
        /// The possible answers; none for a photo.
        public var options: [String]
    }

    /// How a question is answered.
    public enum Kind: String, Codable, Sendable {
        /// With one option.
        case radio
        /// With any number of options.
        case multi
        /// With a photo, which is handed in as a scan.
        case photo
    }

    /// The pieces of the preview.
    public struct Preview: Codable, Sendable, Equatable {
        /// Its first sentence.
        public var opening: String
        /// A sentence for each option of `main_goal`.
        public var goals: [String: String]
        /// A sentence with `{family}`, for those who named a family of colours.
        public var colour: String
        /// Its last sentence.
        public var closing: String
    }
}

/// Somebody who is known for a style.
public struct Celebrity: Codable, Sendable, Equatable {
    /// The shape of face that goes with it; `nil` for any.
    public var shape: String?
    /// The theme; `nil` for any.
    public var theme: String?
    /// The families of colors that go with it, as keys of ``QuizWords/colourFamilies``; `nil` for any.
    public var families: [String]?
    /// What it helps with, as options of `main_goal`; `nil` for anything.
    public var goals: [String]?
    /// The name.
    public var name: String
    /// What of the style may be tried; never about looks.
    public var why: String
}

/// A color of a season.
public struct Swatch: Codable, Sendable, Equatable {
    /// What people call it.
    public var name: String
    /// Its value as `#rrggbb`.
    public var hex: String
}

/// What a person may try; each key leads to one or more tips.
public struct TipWords: Codable, Sendable, Equatable {
    /// For today, by what a photo would have to be made better for, such as `framing.small`; for the others by the part of its
    /// score, and `wellness`.
    public var short: [String: [Tip]]
    /// For a week, by undertone: `warm`, `cool`, `neutral`, `unknown`.
    public var undertone: [String: [Tip]]
    /// By season: `spring`, `summer`, `autumn`, `winter`.
    public var season: [String: [Tip]]
    /// By shape of face, and `unknown`.
    public var shape: [String: [Tip]]
    /// For a week, for everybody.
    public var habits: [Tip]

    /// The key for those of whom something is not known.
    static let unknown = "unknown"

    /// One tip.
    public struct Tip: Codable, Sendable, Equatable {
        /// A few words.
        public var title: String
        /// What to do.
        public var body: String
        /// Searches for pictures that go with it, as templates; `nil` for those of the words in turn.
        public var queries: [String]?
    }
}
