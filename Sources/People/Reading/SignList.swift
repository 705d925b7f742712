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

    /// Whether it is a sign of danger.
    var isOfDanger: Bool { self == .crisis || self == .danger }

    /// Whether it says that somebody comes out of danger.
    var isWayOut: Bool { self == .recovery || self == .distance || self == .told }

    /// What a negation does where a list does not say it.
    var negated: Negated {
        switch self {
        case .crisis, .danger, .doubt, .relapse, .recovery: .keeps
        case .hard, .low, .distance, .told, .win, .good: .lifts
        }
    }
}

/// What a negation within four words does to a sign.
enum Negated: String, Sendable { case keeps, lifts, recovery, doubt }

/// The signs of one language, as they are written in its list.
///
/// A line is `kind: word word …`, in which a word may be several (`cut|cuts`), a stem (`suicid*`), a set (`<body>`), a
/// number (`#`), or missing (`to?`); `..` stands for up to three words and `...` for up to eight, `^` for the beginning
/// of a sentence and `$` for its end. Options follow semicolons: `not lifts` says what a negation does, `unless a b`
/// near which words there is no sign, `maybe a b` near which it is a doubt only, and `stays` that distance does not lift
/// it. A sign of danger is lifted only by what is in its own clause and within it or at most two words beside it; what is
/// near otherwise makes it a doubt. `set name: a b` defines a set; several lines of the same name add to it. Commas part
/// several signs on a line.
///
/// Some sets are grammar: `not` denies what follows and `not-after` what is before; `and` begins a clause, and `that` goes
/// on with one after a comma; `filler` counts for nothing. A win does not count beside a word of `unreal`, nor a good
/// word beside one of `others`.
///
/// A negation means no distance behind a word of `stuck` ("cannot go a day without"), behind one of `wanting` without one of
/// `longer`, behind a second negation ("not a day", then a word of `without`), beside one of `slight` ("deep enough"), and
/// where a word of `since` leads to one of `recent` ("since this morning"); a word of `amazed` says the contrary ("cannot
/// believe"). What follows a win over danger may take it back: a word of `turn` ("but", "then") that no win follows, or
/// one of `reaction`, which says what others did when they heard of it.
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
    /// The answer to danger: `thanks`.
    var texts: [String: String] = [:]
    /// The lines that have another form; none in the lists that come with the program.
    private(set) var faults: [String] = []

    /// A number in digits.
    static let number = "#"

    init() {}

    init(text: String) {
        let lines = text.split(separator: "\n").filter {
            !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace)
        }
        // A set may stand after the signs that name it.
        for isOfSets in [true, false] {
            for line in lines where line.hasPrefix("set ") == isOfSets {
                if !read(line) { faults.append(String(line)) }
            }
        }
    }

    /// Adds what a line says; returns whether it has the form of one.
    private mutating func read(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":") else { return false }
        let head = line[..<colon].split(separator: " ")
        let body = line[line.index(after: colon)...]
        if head.count == 2, head[0] == "set" {
            let words = body.split(separator: " ").flatMap { resolved($0) }
            sets[String(head[1]), default: []] += words
            return true
        }
        if head.count == 2, head[0] == "text" {
            texts[String(head[1])] = String(body.drop(while: \.isWhitespace))
            return true
        }
        // Few lines have several signs.
        let spaced = body.contains(",") ? Substring(body.replacing(",", with: " , ")) : body
        let parts = spaced.split(separator: ";")
            .map { $0.split(separator: " ") }
        guard head.count == 1, let kind = SignKind(rawValue: String(head[0])),
            let words = parts.first, !words.isEmpty
        else { return false }
        var sign = Sign(kind: kind, steps: [], negated: kind.negated)
        for option in parts.dropFirst() {
            let values = option.dropFirst().flatMap { resolved($0) }
            switch option.first {
            case "not":
                guard let negated = values.first.flatMap(Negated.init) else { return false }
                sign.negated = negated
            case "unless": sign.unless += values
            case "maybe": sign.maybe += values
            case "stays": sign.stays = true
            default: return false
            }
        }
        return words.split(separator: ",").allSatisfy { add($0, to: sign) }
    }

    /// Adds a sign with the words of a line; returns whether they are words.
    private mutating func add(_ words: ArraySlice<Substring>, to sign: Sign) -> Bool {
        var sign = sign
        var gap = 0
        for word in words {
            switch word {
            case "..": gap = 3
            case "...": gap = 8
            case "^": sign.isAtStart = true
            case "$": sign.isAtEnd = true
            default:
                let isOptional = word.hasSuffix("?")
                let words = resolved(isOptional ? word.dropLast() : word)
                if words.isEmpty { return false }
                sign.steps.append(Step(words: words, isOptional: isOptional, gap: gap))
                gap = 0
            }
        }
        // What may be missing at the beginning or the end says nothing.
        while sign.steps.first?.isOptional == true { sign.steps.removeFirst() }
        while sign.steps.last?.isOptional == true { sign.steps.removeLast() }
        if !sign.steps.isEmpty { signs.append(sign) }
        return !sign.steps.isEmpty
    }

    /// The words that a word of a line stands for.
    private func resolved(_ word: Substring) -> [String] {
        word.split(separator: "|").flatMap { part -> [String] in
            guard part.hasPrefix("<"), part.hasSuffix(">") else { return [String(part)] }
            return sets[String(part.dropFirst().dropLast())] ?? []
        }
    }
}
