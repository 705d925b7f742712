/// What a sign in a moment stands for.
enum SignKind: String, Sendable, CaseIterable {
    /// Danger that cannot be mistaken.
    case crisis
    /// A sign of danger that needs a second one.
    case danger
    /// What may be danger, or somebody else's doing: such words are never cheered.
    case doubt
    /// A hard day.
    case hard
    /// A word of hard days that is said of good ones, too.
    case low
    /// A win over danger.
    case recovery
    /// Distance that somebody has gained; with a sign of danger in its clause it is a win over it.
    case distance
    /// The person has confided in somebody; with a sign of danger in the same clause this is a win over it, also over what
    /// others did.
    case told
    /// A fall back into danger.
    case relapse
    /// Something that somebody has done.
    case win
    /// A word of good days, which is a win unless something is denied.
    case good

    /// What a negation does where a list does not say it.
    var negated: Negated {
        switch self {
        case .crisis, .danger, .doubt, .relapse, .recovery: .keeps
        case .hard, .low, .distance, .told, .win, .good: .lifts
        }
    }
}

/// What a negation within four words does to a sign.
enum Negated: String, Sendable, CaseIterable { case keeps, lifts, recovery, doubt }

/// The signs of one language, as they are written in its list.
///
/// A line is `kind: word word …`, in which a word may be several (`cut|cuts`), a stem (`suicid*`), a set (`<body>`), a
/// number (`#`), or missing (`to?`); `..` stands for up to three words and `...` for up to eight, `^` for the beginning
/// of a sentence and `$` for its end. Options follow semicolons: `not lifts` says what a negation does, `unless a b`
/// near which words there is no sign, `maybe a b` near which it is a doubt only, and `stays` that distance does not lift
/// it. `set name: a b` defines a set; several lines of the same name add to it. Commas part several signs on a line.
///
/// Some sets are grammar: `not` denies what follows and `not-after` what is before; `and` begins a clause, and `that` goes
/// on with one after a comma; `filler` counts for nothing. A win does not count beside a word of `unreal`, nor a good
/// word beside one of `others`. With one of `stuck`, a negation is not a sign of distance: "cannot stop".
struct SignList: Sendable {
    /// A word of a sign.
    struct Step: Sendable {
        var words: [String]
        var isOptional: Bool
        /// How many words may be before it.
        var gap: Int
    }

    /// A sign.
    struct Sign: Sendable {
        var kind: SignKind
        var steps: [Step]
        var isAtStart = false
        var isAtEnd = false
        var negated: Negated
        var unless: [String] = []
        var maybe: [String] = []
        var stays = false
    }

    var signs: [Sign] = []
    var sets: [String: [String]] = [:]
    /// The answers to danger: `thanks` and `crisis`.
    var texts: [String: String] = [:]
    /// What is wrong, by line; empty for the lists that come with the program.
    var problems: [(line: Int, sentence: String)] = []

    /// A number in digits.
    static let number = "#"

    init() {}

    init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // A set may stand after the signs that name it.
        for isOfSets in [true, false] {
            for (index, line) in lines.enumerated() where line.hasPrefix("set ") == isOfSets {
                if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
                if let sentence = read(line) { problems.append((index + 1, sentence)) }
            }
        }
    }

    /// Adds what a line says; returns what is wrong with it.
    private mutating func read(_ line: Substring) -> String? {
        guard let colon = line.firstIndex(of: ":") else { return "There is no colon." }
        let head = line[..<colon].split(separator: " ")
        let body = line[line.index(after: colon)...].replacing(",", with: " , ")
        if head.first == "set", head.count == 2 {
            let words = body.split(separator: " ").flatMap { resolved($0) }
            sets[String(head[1]), default: []] += words
            return nil
        }
        if head.first == "text", head.count == 2 {
            texts[String(head[1])] = String(
                line[line.index(after: colon)...].drop(while: \.isWhitespace))
            return nil
        }
        guard head.count == 1, let kind = SignKind(rawValue: String(head[0])) else {
            return "'\(line[..<colon])' is not a kind of sign."
        }
        let parts = body.split(separator: ";").map { $0.split(separator: " ") }
        guard let words = parts.first, !words.isEmpty else { return "There are no words." }
        var sign = Sign(kind: kind, steps: [], negated: kind.negated)
        for option in parts.dropFirst() {
            let values = option.dropFirst().flatMap { resolved($0) }
            switch option.first {
            case "not":
                guard let negated = values.first.flatMap(Negated.init) else {
                    return "'not' needs what it does."
                }
                sign.negated = negated
            case "unless": sign.unless += values
            case "maybe": sign.maybe += values
            case "stays": sign.stays = true
            default: return "'\(option.joined(separator: " "))' is not an option."
            }
        }
        for group in words.split(separator: ",") {
            var one = sign
            var gap = 0
            for word in group {
                switch word {
                case "..": gap = 3
                case "...": gap = 8
                case "^": one.isAtStart = true
                case "$": one.isAtEnd = true
                default:
                    let isOptional = word.hasSuffix("?")
                    let words = resolved(isOptional ? word.dropLast() : word)
                    if words.isEmpty { return "'\(word)' is not a set." }
                    one.steps.append(Step(words: words, isOptional: isOptional, gap: gap))
                    gap = 0
                }
            }
            // What may be missing at the beginning or the end says nothing.
            while one.steps.first?.isOptional == true { one.steps.removeFirst() }
            while one.steps.last?.isOptional == true { one.steps.removeLast() }
            guard !one.steps.isEmpty else { return "There are no words." }
            signs.append(one)
        }
        return nil
    }

    /// The words that a word of a line stands for.
    private func resolved(_ word: Substring) -> [String] {
        word.split(separator: "|").flatMap { part -> [String] in
            guard part.hasPrefix("<"), part.hasSuffix(">") else { return [String(part)] }
            return sets[String(part.dropFirst().dropLast())] ?? []
        }
    }
}
