/// What the sentences of a moment say together.
struct Evidence {
    /// The language that first asked for each tone.
    private var crisis, gentle, recovery, cheer: Int?
    /// The signs of danger that need a second one; there are few.
    private var hints: [Int] = []
    private var languageOfHints: Int?
    private var isLow = false
    private let hasRelapse: Bool
    private let languages: [String]
    private var known: [Int]

    /// How many words there are; numbers and emojis do not count.
    let words: Int
    /// Whether something may be danger.
    private(set) var isDoubtful = false

    /// Weighs what was found.
    ///
    /// - Parameters:
    ///   - languages: The languages by their numbers.
    ///   - wins: Those in which a win counts, as bits.
    ///   - last: The language that decides where no other does.
    init(_ findings: [SignTable.Findings], languages: [String], wins: UInt64, last: String?) {
        self.languages = languages
        words = findings.reduce(0) { $0 + $1.count }
        known = languages.indices.map { language in findings.reduce(0) { $0 + $1.known[language] } }
        let last = languages.firstIndex { $0 == last }
        let found = findings.map { Self.signs(of: $0, last) }
        // It takes what was won in any other sentence.
        hasRelapse = found.joined().contains { $0.kind == .relapse }
        for (findings, found) in zip(findings, found) where !found.isEmpty {
            // Nearly all sentences are one.
            if findings.pieces == 1 {
                add(found, findings, wins)
            } else {
                let pieces = Dictionary(grouping: found, by: \.piece)
                for piece in 0..<findings.pieces { add(pieces[piece] ?? [], findings, wins) }
            }
        }
    }

    /// The signs of the languages that a sentence may be in, those of the likeliest first.
    private static func signs(of findings: SignTable.Findings, _ last: Int?) -> [SignTable.Finding]
    {
        if findings.signs.isEmpty { return [] }
        var known = findings.known
        let most = known.max() ?? 0
        // Where two know as much, the one that the person wrote before.
        if let last, known[last] > 0 { known[last] += 1 }
        let best = known.max() ?? 0
        let signs = findings.signs.filter {
            switch $0.kind {
            // A wrong guess of the language must not hide them.
            case .crisis:
                known[$0.language] == best
                    || (2 * known[$0.language] >= best && $0.words.nonzeroBitCount > 1)
            case .win, .good, .recovery: known[$0.language] == best
            default: known[$0.language] >= most
            }
        }
        return signs.count > 1 ? signs.sorted { known[$0.language] > known[$1.language] } : signs
    }

    private mutating func add(
        _ found: [SignTable.Finding], _ findings: SignTable.Findings, _ wins: UInt64
    ) {
        if found.isEmpty { return }
        let sorrows = found.reduce(0) { $1.kind == .hard ? $0 | $1.words : $0 }
        let dangers = found.reduce(0) { $1.kind.isOfDanger ? $0 | $1.words : $0 }
        let ways = hasRelapse ? [] : found.filter(\.kind.isWayOut)
        let lastWin = found.reduce(0) {
            $1.kind.isWayOut || $1.kind == .win || $1.kind == .good ? max($0, $1.start) : $0
        }
        // "Sober for two days, then drank": a turn with no win behind it.
        func isTurned(_ way: SignTable.Finding) -> Bool { way.turn != 0 && way.turn >= lastWin }
        let hasTurned = ways.contains(where: isTurned)
        if hasTurned { isDoubtful = true }
        var hinting: UInt64 = 0
        var hints: [Int] = []
        var danger: Int?
        var hasCrisis = false
        var hasWin = false
        var isRecovery = false
        for sign in found {
            let isLifted = ways.contains { way in
                guard way.clause == sign.clause else { return false }
                if isTurned(way), way.kind == .told || sign.start > way.turn { return false }
                // What others do is lifted only by having confided in somebody, or by a win that names it.
                return way.kind == .told || (way.kind == .distance && !sign.stays)
                    || (way.kind == .recovery
                        && (way.words & sign.words != 0 || !sign.kind.isOfDanger))
            }
            // "cut my nails" says more than "cut".
            let isOfWin = found.contains {
                $0.kind == .win && sign.words & ~$0.words == 0
                    && ($0.words != sign.words || !sign.kind.isOfDanger)
            }
            if isLifted || isOfWin, [.crisis, .danger, .doubt, .hard, .low].contains(sign.kind) {
                guard isLifted, sign.kind.isOfDanger else { continue }
                isRecovery = true
                recovery = recovery ?? sign.language
                continue
            }
            switch sign.kind {
            case .crisis, .danger, .relapse:
                hasCrisis = hasCrisis || sign.kind == .crisis
                // A word that has hinted already says nothing new in another sign.
                if sign.words & ~hinting != 0, !hints.contains(sign.sign) {
                    hints.append(sign.sign)
                    hinting |= sign.words
                }
                // Three words together are as good as two signs.
                if sign.kind == .crisis || (sign.kind == .danger && sign.words.nonzeroBitCount > 2)
                {
                    danger = danger ?? sign.language
                }
                languageOfHints = languageOfHints ?? sign.language
            // A hard day explains what else its words may be.
            case .doubt: isDoubtful = isDoubtful || sign.words & sorrows == 0
            case .hard: gentle = gentle ?? sign.language
            case .low: isLow = true
            case .recovery where !hasRelapse:
                isRecovery = true
                recovery = recovery ?? sign.language
            // A word that is part of a sign of danger is not a sign of a win.
            case .win where sign.words & dangers != 0 && dangers & ~sign.words != 0: break
            case .win where wins & 1 << sign.language != 0:
                hasWin = true
                cheer = cheer ?? sign.language
            case .good
            where wins & 1 << sign.language != 0
                && findings.denied & 1 << sign.language == 0:
                cheer = cheer ?? sign.language
            case .recovery, .win, .good, .distance, .told: break
            }
        }
        if hints.isEmpty { return }
        isDoubtful = true
        // Danger and a win over it in one breath: help is named, and not alone.
        if isRecovery, !hasTurned { return }
        for hint in hints where !self.hints.contains(hint) { self.hints.append(hint) }
        // Two signs of danger, or one that cannot be mistaken: beside a win, three words may be.
        if let language = hasWin && !hasCrisis ? nil : danger { crisis = language }
        if self.hints.count > 1 { crisis = crisis ?? languageOfHints }
    }

    /// The safest tone that the signs ask for.
    var tone: Tone {
        if crisis != nil { return .crisis }
        if isDoubtful { return .neutral }
        // What is hard or low beside a win may be either.
        if gentle != nil || isLow, cheer != nil { return .neutral }
        if gentle != nil { return .gentle }
        if isLow { return words <= 3 ? .gentle : .neutral }
        return recovery != nil ? .recovery : cheer != nil ? .cheer : .neutral
    }

    /// The language of the signs, else the one that knows most words.
    var language: String? {
        let own: Int? =
            switch tone {
            case .crisis: crisis
            case .gentle: gentle
            case .recovery: recovery
            case .cheer: cheer
            case .neutral: nil
            }
        if let own { return languages[own] }
        let best = known.max() ?? 0
        guard best > 0, 2 * best >= words else { return nil }
        return known.firstIndex(of: best).map { languages[$0] }
    }

    /// Whether a text of some length has few words that any list knows.
    var isForeign: Bool { words >= 4 && 2 * (known.max() ?? 0) < words }
}
