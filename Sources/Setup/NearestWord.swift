/// Suggests what the user meant by a mistyped word.
package enum NearestWord {
    /// The word of a list that is nearest to a typed one, or begins with it, ignoring case; `nil` if none is near.
    package static func of(_ typed: String, in words: [String]) -> String? {
        // No word of ours is as long, and the search takes the square of it.
        guard typed.utf8.count <= 100 else { return nil }
        let typed = typed.lowercased()
        let longer = words.filter { $0.lowercased().hasPrefix(typed) }
        if longer.count == 1 { return longer[0] }
        // A short word is near to many others by chance.
        let bound = min(3, max(1, typed.count / 2))
        return words.map { (word: $0, steps: steps(from: typed, to: $0.lowercased())) }
            .filter { $0.steps <= bound }.min { $0.steps < $1.steps }?.word
    }

    /// How many letters must be added, removed, replaced or swapped with their neighbour.
    package static func steps(from: String, to: String) -> Int {
        let (from, to) = (Array(from), Array(to))
        var rows = [Array(0...to.count)]
        for i in from.indices {
            var row = [i + 1]
            for j in to.indices {
                let isSame = from[i] == to[j]
                var best = min(row[j], rows[i][j + 1]) + 1
                best = min(best, rows[i][j] + (isSame ? 0 : 1))
                if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[from.count][to.count]
    }
}
