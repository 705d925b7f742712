/// What is wrong with the words of a space.
public struct WordsProblem: Sendable, Equatable {
    /// Where, such as `moments.praise[3]`.
    public let place: String
    /// What, in a sentence.
    public let sentence: String

    init(_ place: String, _ sentence: String) {
        self.place = place
        self.sentence = sentence
    }
}

extension Words {
    /// What is wrong with the words: empty pools, texts that are too long, texts that may not be shown, languages without a
    /// list; empty if they can be used.
    public var problems: [WordsProblem] {
        var check = WordsCheck()
        check.languages(self)
        for group in texts {
            for text in group.texts + (group.labels ?? []) {
                check.text(text.text, at: "texts.\(text.id)")
            }
        }
        for problem in help?.problems ?? [] {
            check.add(problem.sentence, at: "help.\(problem.place)")
        }
        if let quiz { check.quiz(quiz) }
        if let moments { check.moments(moments) }
        if let routine { check.routine(routine) }
        if let tips { check.tips(tips) }
        if let coach { check.coach(coach) }
        for (index, query) in (queries ?? []).enumerated() {
            check.text(query, at: "queries[\(index)]", most: WordsCheck.shortText)
        }
        let least = Searches.counts.lowerBound
        if let queries, queries.count(where: Searches.isForAll) < least {
            let sentence = "Fewer than \(least) of them need nothing to be known of a person."
            check.add(sentence, at: "queries")
        }
        for (season, swatches) in (swatches ?? [:]).sorted(by: { $0.key < $1.key }) {
            check.swatches(swatches, at: "swatches.\(season)")
        }
        for (index, celebrity) in (celebrities ?? []).enumerated() {
            check.text(celebrity.name, at: "celebrities[\(index)].name", most: WordsCheck.shortText)
            check.text(celebrity.why, at: "celebrities[\(index)].why")
        }
        return check.problems
    }
}

/// Collects what is wrong.
private struct WordsCheck {
    private(set) var problems: [WordsProblem] = []

    /// What fits one line of a phone, in characters.
    static let shortText = 80
    /// What fits a card, in characters.
    static let longText = 400

    mutating func add(_ sentence: String, at place: String) {
        problems.append(WordsProblem(place, sentence))
    }

    mutating func languages(_ words: Words) {
        if words.languages.isEmpty { add("It names no language.", at: "languages") }
        for language in MomentReader(words).languagesWithoutList {
            add(
                "There is no list of heavy words for '\(language)'; add one under 'heavy.\(language)'.",
                at: "languages")
        }
        for (language, list) in (words.heavy ?? [:]).sorted(by: { $0.key < $1.key }) {
            let place = "heavy.\(language)"
            filled(list.danger, at: "\(place).danger")
            let lists: KeyValuePairs = [
                "danger": list.danger, "hard": list.hard, "wins": list.wins ?? [],
            ]
            for (name, phrases) in lists {
                for (index, phrase) in phrases.enumerated() where SignList.words(of: phrase).isEmpty
                {
                    let place = "\(place).\(name)[\(index)]"
                    add("It has no words, and so it is never found.", at: place)
                }
            }
            length(list.crisis, at: "\(place).crisis")
            length(list.thanks, at: "\(place).thanks")
        }
    }

    mutating func quiz(_ quiz: QuizWords) {
        filled(quiz.questions, at: "quiz.questions")
        for question in quiz.questions {
            let place = "quiz.\(question.id)"
            text(question.question, at: place)
            if question.type != .photo { filled(question.options, at: "\(place).options") }
        }
        let preview = quiz.preview
        texts(
            ["opening": preview.opening, "closing": preview.closing, "colour": preview.colour],
            in: "quiz.preview")
        for (goal, sentence) in preview.goals.sorted(by: { $0.key < $1.key }) {
            text(sentence, at: "quiz.preview.goals.\(goal)")
        }
    }

    mutating func moments(_ moments: MomentWords) {
        pool(moments.praise, at: "moments.praise")
        pool(moments.gentle, at: "moments.gentle")
        if let recovery = moments.recovery { pool(recovery, at: "moments.recovery") }
        texts(
            [
                "hint": moments.hint, "prefill": moments.prefill,
                "placeholder": moments.placeholder, "neutral": moments.neutral,
                "failed": moments.failed,
            ], in: "moments")
        let summaries = [moments.summary, moments.summaryOfOne].compactMap(\.self)
        for (index, summary) in (summaries + (moments.summaries ?? [])).enumerated() {
            text(summary, at: "moments.summaries[\(index)]")
        }
        filled(moments.days, at: "moments.days")
        if !moments.days.contains(where: { $0.from <= 1 && $0.words == nil }) {
            add("A day with one moment has no label.", at: "moments.days")
        }
        for (index, day) in moments.days.enumerated() {
            text(day.label, at: "moments.days[\(index)].label", most: Self.shortText)
            for (number, summary) in (day.summaries ?? []).enumerated() {
                text(summary, at: "moments.days[\(index)].summaries[\(number)]")
            }
            if moments.summary == nil, moments.summaries == nil, day.summaries == nil {
                add("It has no summary.", at: "moments.days[\(index)]")
            }
        }
    }

    mutating func routine(_ routine: RoutineWords) {
        filled(routine.tasks, at: "routine.tasks")
        if Set(routine.tasks.map(\.id)).count < routine.tasks.count {
            add("Two tasks have the same id.", at: "routine.tasks")
        }
        for task in routine.tasks {
            id(task.id, at: "routine.tasks")
            text(task.title, at: "routine.tasks.\(task.id)", most: Self.shortText)
        }
        filled(routine.toldInsights, at: "routine.insights")
        for (index, insight) in routine.insights.enumerated() {
            let place = "routine.insights[\(index)]"
            length(insight.text, at: place)
            if insight.isHealthClaim != true { wording(insight.text, at: place) }
        }
        let (daily, atRisk) = (routine.reminders.daily, routine.reminders.atRisk)
        texts(
            ["title": daily.title, "body": daily.body, "body_with_streak": daily.bodyWithStreak],
            in: "routine.reminders.daily")
        texts(
            ["title": atRisk.title, "body": atRisk.body, "body_soon": atRisk.bodySoon],
            in: "routine.reminders.at_risk")
        text(routine.lapsed, at: "routine.lapsed")
    }

    mutating func tips(_ tips: TipWords) {
        let tables: KeyValuePairs = [
            "short": tips.short, "undertone": tips.undertone, "season": tips.season,
            "shape": tips.shape,
        ]
        for (name, table) in tables {
            for (key, list) in table.sorted(by: { $0.key < $1.key }) {
                filled(list, at: "tips.\(name).\(key)")
                for tip in list { self.tip(tip, at: "tips.\(name).\(key)") }
            }
        }
        let needed: KeyValuePairs = [
            "short.wellness": tips.short["wellness"],
            "undertone.unknown": tips.undertone[TipWords.unknown],
            "shape.unknown": tips.shape[TipWords.unknown],
        ]
        for (name, list) in needed where list == nil { add("It is missing.", at: "tips.\(name)") }
        for tip in tips.habits { self.tip(tip, at: "tips.habits") }
        if tips.habits.count < TipPlan.count {
            add("It has fewer than \(TipPlan.count) tips.", at: "tips.habits")
        }
    }

    private mutating func tip(_ tip: TipWords.Tip, at place: String) {
        text(tip.title, at: place, most: Self.shortText)
        text(tip.body, at: place)
        for query in tip.queries ?? [] { text(query, at: place, most: Self.shortText) }
        if let queries = tip.queries,
            queries.count(where: Searches.isForAll) < Searches.counts.lowerBound
        {
            let least = Searches.counts.lowerBound
            add("Fewer than \(least) of its searches need nothing to be known.", at: place)
        }
    }

    mutating func coach(_ coach: CoachWords) {
        filled(coach.personas, at: "coach.personas")
        for persona in coach.personas {
            let place = "coach.personas.\(persona.id)"
            id(persona.id, at: "coach.personas")
            text(persona.name, at: "\(place).name", most: Self.shortText)
            pool(persona.openings, at: "\(place).openings")
            pool(persona.closings, at: "\(place).closings")
        }
        pool(coach.live.good, at: "coach.live.good")
        if let gentle = coach.live.gentle { pool(gentle, at: "coach.live.gentle") }
        let others = [coach.live.unsure, coach.live.unsureAlone].compactMap(\.self)
        for (index, line) in (others + (coach.live.smiles ?? [:]).values.sorted()).enumerated() {
            text(line, at: "coach.live[\(index)]")
        }
        texts(
            [
                "strength": coach.strength, "no_strength": coach.noStrength,
                "weakness": coach.weakness, "failed": coach.failed,
                "live.unlisted": coach.live.unlisted, "live.fallback": coach.live.fallback,
            ], in: "coach")
    }

    mutating func swatches(_ swatches: [Swatch], at place: String) {
        filled(swatches, at: place)
        for swatch in swatches {
            text(swatch.name, at: place, most: Self.shortText)
            if swatch.hex.wholeMatch(of: /#[0-9a-f]{6}/) == nil {
                add("'\(swatch.hex.prefix(16))' is not a color like #ffcba4.", at: place)
            }
        }
    }

    private mutating func id(_ id: String, at place: String) {
        guard id.wholeMatch(of: /[a-z][a-z0-9-]{0,31}/) == nil else { return }
        add("An id has 1 to 32 small letters, digits and hyphens, a letter first.", at: place)
    }

    private mutating func texts(_ texts: KeyValuePairs<String, String>, in place: String) {
        for (name, value) in texts { text(value, at: "\(place).\(name)") }
    }

    private mutating func pool(_ texts: [String], at place: String) {
        filled(texts, at: place)
        for (index, value) in texts.enumerated() { text(value, at: "\(place)[\(index)]") }
    }

    mutating func text(_ text: String, at place: String, most: Int = longText) {
        length(text, at: place, most: most)
        wording(text, at: place)
    }

    private mutating func wording(_ text: String, at place: String) {
        guard let (fault, phrase) = Wording.fault(in: text) else { return }
        add("It says '\(phrase)', which may not be shown (\(fault.rawValue)).", at: place)
    }

    private mutating func length(_ text: String, at place: String, most: Int = longText) {
        if text.allSatisfy(\.isWhitespace) { add("It is empty.", at: place) }
        if text.count > most { add("It has more than \(most) characters.", at: place) }
    }

    private mutating func filled(_ list: [some Any], at place: String) {
        if list.isEmpty { add("It is empty.", at: place) }
    }
}
