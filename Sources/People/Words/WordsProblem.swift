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
    /// What is wrong with the words: empty pools, texts that are too long, words that are not told, languages without a
    /// list; empty if they can be used.
    public var problems: [WordsProblem] {
        var check = WordsCheck()
        check.languages(self)
        for group in texts {
            for text in group.texts + (group.labels ?? []) {
                check.text(text.text, at: "texts.\(text.id)", most: WordsCheck.longText)
            }
        }
        check.problems += (help?.problems ?? []).map {
            WordsProblem("help.\($0.place)", $0.sentence)
        }
        if let quiz { check.quiz(quiz) }
        if let moments { check.moments(moments) }
        if let routine { check.routine(routine) }
        if let tips { check.tips(tips) }
        if let coach { check.coach(coach) }
        for (index, query) in (queries ?? []).enumerated() {
            check.text(query, at: "queries[\(index)]", most: WordsCheck.shortText)
        }
        if let queries, queries.count(where: Searches.isForAll) < Searches.counts.lowerBound {
            let sentence =
                "Fewer than \(Searches.counts.lowerBound) of them need nothing to be known of a person."
            check.problems.append(WordsProblem("queries", sentence))
        }
        for (index, celebrity) in (celebrities ?? []).enumerated() {
            check.text(celebrity.name, at: "celebrities[\(index)].name", most: WordsCheck.shortText)
            check.text(celebrity.why, at: "celebrities[\(index)].why", most: WordsCheck.longText)
        }
        return check.problems
    }
}

/// Collects what is wrong.
private struct WordsCheck {
    var problems: [WordsProblem] = []

    /// What fits one line of a phone, in characters.
    static let shortText = 80
    /// What fits a card, in characters.
    static let longText = 400

    mutating func languages(_ words: Words) {
        if words.languages.isEmpty {
            problems.append(WordsProblem("languages", "It names no language."))
        }
        for language in MomentReader(words).languagesWithoutList {
            problems.append(
                WordsProblem(
                    "languages",
                    "There is no list of heavy words for '\(language)'; add one under 'heavy.\(language)'."
                ))
        }
        for (language, list) in (words.heavy ?? [:]).sorted(by: { $0.key < $1.key }) {
            filled(list.danger, at: "heavy.\(language).danger")
            for (name, phrases) in [
                ("danger", list.danger), ("hard", list.hard), ("wins", list.wins ?? []),
            ] {
                for (index, phrase) in phrases.enumerated() where SignList.words(of: phrase).isEmpty
                {
                    let place = "heavy.\(language).\(name)[\(index)]"
                    problems.append(
                        WordsProblem(place, "It has no words, and so it is never found."))
                }
            }
            length(list.crisis, at: "heavy.\(language).crisis", most: Self.longText)
            length(list.thanks, at: "heavy.\(language).thanks", most: Self.longText)
        }
    }

    mutating func quiz(_ quiz: QuizWords) {
        filled(quiz.questions, at: "quiz.questions")
        for question in quiz.questions {
            let place = "quiz.\(question.id)"
            text(question.question, at: place, most: Self.longText)
            if question.type != .photo { filled(question.options, at: "\(place).options") }
        }
        text(quiz.preview.opening, at: "quiz.preview.opening", most: Self.longText)
        text(quiz.preview.closing, at: "quiz.preview.closing", most: Self.longText)
        text(quiz.preview.colour, at: "quiz.preview.colour", most: Self.longText)
        for (goal, sentence) in quiz.preview.goals.sorted(by: { $0.key < $1.key }) {
            text(sentence, at: "quiz.preview.goals.\(goal)", most: Self.longText)
        }
    }

    mutating func moments(_ moments: MomentWords) {
        texts(moments.praise, at: "moments.praise", most: Self.longText)
        texts(moments.gentle, at: "moments.gentle", most: Self.longText)
        if let recovery = moments.recovery {
            texts(recovery, at: "moments.recovery", most: Self.longText)
        }
        for (name, value) in [
            ("hint", moments.hint), ("prefill", moments.prefill),
            ("placeholder", moments.placeholder), ("neutral", moments.neutral),
            ("failed", moments.failed), ("summary", moments.summary),
            ("summary_of_one", moments.summaryOfOne),
        ] {
            text(value, at: "moments.\(name)", most: Self.longText)
        }
        filled(moments.days, at: "moments.days")
        if !moments.days.contains(where: { $0.from <= 1 }) {
            problems.append(WordsProblem("moments.days", "A day with one moment has no label."))
        }
        for (index, day) in moments.days.enumerated() {
            text(day.label, at: "moments.days[\(index)].label", most: Self.shortText)
        }
    }

    mutating func routine(_ routine: RoutineWords) {
        filled(routine.tasks, at: "routine.tasks")
        if Set(routine.tasks.map(\.id)).count < routine.tasks.count {
            problems.append(WordsProblem("routine.tasks", "Two tasks have the same id."))
        }
        for task in routine.tasks {
            if task.id.wholeMatch(of: /[a-z][a-z0-9-]{0,31}/) == nil {
                let sentence =
                    "An id has 1 to 32 small letters, digits and hyphens, a letter first."
                problems.append(WordsProblem("routine.tasks", sentence))
            }
            text(task.title, at: "routine.tasks.\(task.id)", most: Self.shortText)
        }
        filled(routine.toldInsights, at: "routine.insights")
        for (index, insight) in routine.insights.enumerated() {
            let place = "routine.insights[\(index)]"
            if insight.isHealthClaim == true {
                length(insight.text, at: place, most: Self.longText)
            } else {
                text(insight.text, at: place, most: Self.longText)
            }
        }
        let reminders = routine.reminders
        for (name, value) in [
            ("daily.title", reminders.daily.title), ("daily.body", reminders.daily.body),
            ("daily.body_with_streak", reminders.daily.bodyWithStreak),
            ("at_risk.title", reminders.atRisk.title), ("at_risk.body", reminders.atRisk.body),
            ("at_risk.body_soon", reminders.atRisk.bodySoon),
        ] {
            text(value, at: "routine.reminders.\(name)", most: Self.longText)
        }
        text(routine.lapsed, at: "routine.lapsed", most: Self.longText)
    }

    mutating func tips(_ tips: TipWords) {
        let tables = [
            ("short", tips.short), ("undertone", tips.undertone), ("season", tips.season),
            ("shape", tips.shape),
        ]
        for (name, table) in tables {
            for (key, list) in table.sorted(by: { $0.key < $1.key }) {
                let place = "tips.\(name).\(key)"
                filled(list, at: place)
                for tip in list {
                    text(tip.title, at: place, most: Self.shortText)
                    text(tip.body, at: place, most: Self.longText)
                }
            }
        }
        for (place, isThere) in [
            ("tips.short.wellness", tips.short["wellness"] != nil),
            ("tips.undertone.unknown", tips.undertone["unknown"] != nil),
            ("tips.shape.unknown", tips.shape["unknown"] != nil),
        ] where !isThere {
            problems.append(WordsProblem(place, "It is missing."))
        }
        for tip in tips.habits {
            text(tip.title, at: "tips.habits", most: Self.shortText)
            text(tip.body, at: "tips.habits", most: Self.longText)
        }
        if tips.habits.count < TipPlan.count {
            problems.append(
                WordsProblem("tips.habits", "It has fewer than \(TipPlan.count) tips."))
        }
    }

    mutating func coach(_ coach: CoachWords) {
        filled(coach.personas, at: "coach.personas")
        for persona in coach.personas {
            let place = "coach.personas.\(persona.id)"
            if persona.id.wholeMatch(of: /[a-z][a-z0-9-]{0,31}/) == nil {
                let sentence =
                    "An id has 1 to 32 small letters, digits and hyphens, a letter first."
                problems.append(WordsProblem("coach.personas", sentence))
            }
            text(persona.name, at: "\(place).name", most: Self.shortText)
            texts(persona.openings, at: "\(place).openings", most: Self.longText)
            texts(persona.closings, at: "\(place).closings", most: Self.longText)
        }
        texts(coach.live.good, at: "coach.live.good", most: Self.longText)
        for (name, value) in [
            ("strength", coach.strength), ("no_strength", coach.noStrength),
            ("weakness", coach.weakness), ("failed", coach.failed),
            ("live.unlisted", coach.live.unlisted), ("live.fallback", coach.live.fallback),
        ] {
            text(value, at: "coach.\(name)", most: Self.longText)
        }
    }

    private mutating func texts(_ texts: [String], at place: String, most: Int) {
        filled(texts, at: place)
        for (index, value) in texts.enumerated() {
            text(value, at: "\(place)[\(index)]", most: most)
        }
    }

    mutating func text(_ text: String, at place: String, most: Int) {
        length(text, at: place, most: most)
        if let (fault, phrase) = Wording.fault(in: text) {
            let sentence = "It says '\(phrase)', which is not told (\(fault.rawValue))."
            problems.append(WordsProblem(place, sentence))
        }
    }

    private mutating func length(_ text: String, at place: String, most: Int) {
        if text.allSatisfy(\.isWhitespace) { problems.append(WordsProblem(place, "It is empty.")) }
        if text.count > most {
            problems.append(WordsProblem(place, "It has more than \(most) characters."))
        }
    }

    private mutating func filled(_ list: [some Any], at place: String) {
        if list.isEmpty { problems.append(WordsProblem(place, "It is empty.")) }
    }
}
