extension SignList {
    /// The lists that come with the program.
    static let shipped: [(language: String, list: SignList)] = [
        ("en", PackageResources.reading_en_txt), ("de", PackageResources.reading_de_txt),
        ("fr", PackageResources.reading_fr_txt), ("es", PackageResources.reading_es_txt),
    ].map { ($0.0, SignList(text: String(decoding: $0.1, as: UTF8.self))) }

    /// An operator's list: its phrases take the place of the signs of the same sort.
    init(_ words: HeavyWords, insteadOf list: SignList?) {
        self = list ?? SignList()
        texts = ["thanks": words.thanks]
        replace([.crisis, .danger], .crisis, by: words.danger)
        replace([.hard, .low], .hard, by: words.hard)
        if let wins = words.wins { replace([.win, .good], .good, by: wins) }
    }

    private mutating func replace(_ kinds: Set<SignKind>, _ kind: SignKind, by phrases: [String]) {
        signs.removeAll { kinds.contains($0.kind) }
        for phrase in phrases {
            var words = Self.words(of: phrase)
            guard let last = words.popLast() else { continue }
            words.append(phrase.hasSuffix("*") ? last + "*" : last)
            let steps = words.map { Step(words: [$0], isOptional: false, gap: 0) }
            signs.append(Sign(kind: kind, steps: steps, negated: .keeps))
        }
    }

    /// The words of a phrase, as they are looked for.
    static func words(of phrase: String) -> [String] {
        Sentences(of: phrase).sentences.joined().map {
            String(decoding: $0.letters, as: UTF8.self)
        }
    }
}

extension SignTable {
    /// What the lists that come with the program say.
    static let shipped = SignTable(SignList.shipped)

    /// The emojis that are cheered where there are no words.
    static let goodEmojis = Set(
        String(decoding: PackageResources.reading_emojis_txt, as: UTF8.self).unicodeScalars
            .map { Array(String($0).utf8)[...] })
}
